import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Skeleton } from '../../ui/skeleton';
import { ownCompany } from './api';
import { CompanyForm } from './company-form';
import { messages } from './messages';

const words = messages.company;

type CompanyCardProps = {
  userId: string;
  /** Leads to where a website is analysed for the first time. */
  onStart: () => void;
};

/** What Earshot knows about the company, to be corrected by who knows better. */
export function CompanyCard({ userId, onStart }: CompanyCardProps) {
  return (
    <Card icon={Building2} title={words.title} about={words.about}>
      <CompanyContent userId={userId} onStart={onStart} />
    </Card>
  );
}

function CompanyContent({ userId, onStart }: CompanyCardProps) {
  const { data: company, isPending, isError, isFetching, refetch } = useQuery(ownCompany(userId));
  const shows = useSkeleton(isPending);
  if (shows === 'skeleton') return <CompanySkeleton />;
  if (isError && company === undefined) return <CompanyNotLoaded isBusy={isFetching} onAgain={() => void refetch()} />;
  if (company === undefined) return <div className="h-86" />;
  return company === null ? <NoCompany onStart={onStart} /> : <CompanyForm key={company.id} userId={userId} company={company} />;
}

function CompanyNotLoaded({ isBusy, onAgain }: { isBusy: boolean; onAgain: () => void }) {
  return (
    <Alert
      kind="error"
      action={
        <Button size="sm" isBusy={isBusy} onClick={onAgain}>
          {words.tryAgain}
        </Button>
      }
    >
      {words.notLoaded}
    </Alert>
  );
}

function NoCompany({ onStart }: { onStart: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-foreground-soft">{words.none}</p>
      <Button onClick={onStart}>{words.start}</Button>
    </div>
  );
}

function CompanySkeleton() {
  return (
    <div role="status" aria-label={words.loading} className="grid h-86 content-start gap-4">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-24" />
    </div>
  );
}
