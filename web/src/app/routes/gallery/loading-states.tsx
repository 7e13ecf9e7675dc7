import { Archive, Clock, CreditCard, Hash, Radar, WifiOff } from 'lucide-react';
import { Alert } from '../../../ui/alert';
import { Avatar } from '../../../ui/avatar';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card, Panel } from '../../../ui/card';
import { EmptyState, FirstRun } from '../../../ui/empty-state';
import { Loader } from '../../../ui/loader';
import { ProgressBar } from '../../../ui/progress-bar';
import { Skeleton } from '../../../ui/skeleton';
import { Wave } from '../../../ui/wave';
import { Board, BoardLine } from './board';

/** Waiting, telling, and having nothing to show. */
export function LoadingStates() {
  return (
    <>
      <Board title="Progress and waiting">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[2fr_1fr]">
          <Panel className="grid gap-5">
            <p className="flex justify-between gap-4 text-sm">
              <span className="font-medium">Finding opportunities</span>
              <span className="text-muted-foreground">may take 4-5 minutes</span>
            </p>
            <Wave label="Finding opportunities" value={44} seed="discovery" height={44} isRunning />
          </Panel>
          <Panel className="grid place-content-center justify-items-center gap-3 text-sm text-foreground-soft">
            <Loader size={28} className="text-primary-text" />
            Checking subscription status...
          </Panel>
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Card
            icon={Hash}
            title="Keywords Tracking"
            about="What Earshot listens for"
            status={<span className="text-sm">12 of 30 used</span>}
          >
            <ProgressBar label="Keywords used" value={12} max={30} valueText="12 of 30" />
          </Card>
          <Card icon={CreditCard} title="Subscription" about="Your plan and trial" status={<Badge tone="accent">Trial</Badge>}>
            <div className="grid gap-2 rounded-lg border border-primary-line bg-primary-soft p-4">
              <p className="font-display text-xl font-semibold">2 days left</p>
              <Wave label="Trial used" value={36} valueText="2 days left" seed="trial" height={20} isOnTint />
            </div>
          </Card>
          <Panel className="grid gap-3">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-6 w-28" />
            <Skeleton className="h-5" />
          </Panel>
          <Panel>
            <BoardLine>
              <Avatar name="Nora Feld" />
              <Avatar name="Nora Feld" size={24} />
              <Avatar name="ana@paperlark.example" size={44} />
            </BoardLine>
          </Panel>
        </div>
      </Board>
      <Board title="Alerts">
        <Alert kind="error" onDismiss={() => {}}>
          Your payment was not successful. Please try again.
        </Alert>
        <Alert kind="notice">Your payment is still being processed. Please wait a moment and try again.</Alert>
        <Alert kind="success">Your subscription is active!</Alert>
        <Alert kind="info">Three posts wait for next month.</Alert>
      </Board>
      <Board title="Empty states">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Panel className="grid content-center">
            <FirstRun
              title="No Reddit posts found"
              action={
                <Button variant="primary" size="lg" icon={Radar}>
                  Find Opportunities
                </Button>
              }
              note={
                <>
                  <Clock size={13} aria-hidden="true" /> Discovery may take 4-5 minutes. You can leave this page.
                </>
              }
            >
              Earshot will look for posts that rank on Google for your keywords, and for fresh ones worth an early answer.
            </FirstRun>
          </Panel>
          <div className="grid gap-4">
            <Panel className="grid content-center">
              <EmptyState icon={Archive} title="No rejected posts yet" action={<Button>Hide Rejected</Button>}>
                Posts you reject are kept here so you can restore them.
              </EmptyState>
            </Panel>
            <Panel className="grid content-center">
              <EmptyState icon={WifiOff} title="Could not load posts" action={<Button>Retry</Button>}>
                Backend API error: 503 - upstream timed out
              </EmptyState>
            </Panel>
          </div>
        </div>
      </Board>
    </>
  );
}
