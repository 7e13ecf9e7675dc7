import { PasswordField } from '../../../ui/password-field';
import type { FieldErrors, NewPassword } from './form-validation';

type NewPasswordFieldsProps = {
  label: string;
  chosen: NewPassword;
  onChange: (chosen: NewPassword) => void;
  complaints: FieldErrors<keyof NewPassword>;
  /** Given where another field shows and hides together with the first one; the confirmation has a switch of its own. */
  shown?: { isShown: boolean; onShownChange: (isShown: boolean) => void };
};

/** A password that is new, and once more to be sure of it. */
export function NewPasswordFields({ label, chosen, onChange, complaints, shown }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        placeholder="At least 6 characters"
        autoComplete="new-password"
        required
        isLarge
        {...shown}
        value={chosen.password}
        onChange={(event) => onChange({ ...chosen, password: event.target.value })}
        error={complaints.password}
      />
      <PasswordField
        name="confirmation"
        label="Confirm password"
        placeholder="Repeat it"
        autoComplete="new-password"
        required
        isLarge
        value={chosen.confirmation}
        onChange={(event) => onChange({ ...chosen, confirmation: event.target.value })}
        error={complaints.confirmation}
      />
    </>
  );
}
