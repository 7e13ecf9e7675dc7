import { useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog';
import type { SignedInUser } from '../session';
import { accountMutations } from './account-action';
import { DataSection } from './data-section';
import { DeleteSection } from './delete-section';
import { DevicesSection } from './devices-section';
import { EmailSection } from './email-section';
import { accountMessages } from './messages';
import { NameSection } from './name-section';
import { PasswordSection } from './password-section';
import { SignOutSection } from './sign-out-section';

type AccountSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  user: SignedInUser;
  /** What others let people decide about themselves, such as whether they are measured. */
  choices?: ReactNode;
};

/** Everything a person can do with their own account. On phones a sheet from the bottom edge. */
export function AccountSheet({ isOpen, onClose, user, choices }: AccountSheetProps) {
  const isBusy = useIsMutating({ mutationKey: accountMutations }) > 0;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={accountMessages.title} isBusy={isBusy}>
      <div className="grid gap-5 divide-y divide-border [&>*]:pb-5 [&>*:last-child]:pb-0">
        <NameSection user={user} />
        <EmailSection user={user} />
        <PasswordSection user={user} />
        {choices}
        <DevicesSection user={user} />
        <SignOutSection />
        <DataSection />
        <DeleteSection user={user} />
      </div>
    </Dialog>
  );
}
