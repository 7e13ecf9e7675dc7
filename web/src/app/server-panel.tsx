import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import type { Settings } from '../lib/settings';
import { Alert } from '../ui/alert';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Loader } from '../ui/loader';
import { readiness, type Readiness } from './readiness';

/** 'This server': whether it is ready to work, what it runs on, and where its doors are. */
export function ServerPanel({ settings }: { settings: Settings }) {
  const { data: answer, isFetching, refetch } = useQuery(readiness);
  return (
    <Card title="This server" className="relative mt-4">
      <div role="status" className="grid min-h-9 gap-4">
        {answer === undefined ? <Checking /> : <ServerState answer={answer} knownVersion={settings.version} />}
      </div>
      {settings.sandbox.includes('mail') && (
        <p className="border-t border-border pt-4 text-sm">
          Mail stays on this machine: <a href="/sandbox/mailbox">open the mailbox</a>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-sm">
        <Button isBusy={isFetching && answer !== undefined} onClick={() => void refetch()}>
          Check again
        </Button>
        <a href="/api/docs">API documentation</a>
      </div>
    </Card>
  );
}

function ServerState({ answer, knownVersion }: { answer: Readiness; knownVersion: string }) {
  switch (answer.state) {
    case 'ready':
      return (
        <>
          <span className="absolute top-5 right-5">
            <Badge tone="positive" icon={Activity}>
              Ready
            </Badge>
          </span>
          <Facts version={answer.version} database={answer.database} />
        </>
      );
    case 'not-ready':
      return (
        <>
          <Alert kind="error">Not ready: {answer.reason}</Alert>
          <Facts version={knownVersion} />
        </>
      );
    case 'unreachable':
      return (
        <>
          <Alert kind="error">This server cannot be reached. It may be restarting, or the connection is down.</Alert>
          <Facts version={knownVersion} />
        </>
      );
  }
}

function Checking() {
  return (
    <p className="appear-after-150 flex items-center gap-2 text-sm text-foreground-soft">
      <Loader />
      Checking the server…
    </p>
  );
}

function Facts({ version, database }: { version: string; database?: string }) {
  return (
    <dl className="flex gap-8">
      <Fact name="Version">{version}</Fact>
      {database !== undefined && <Fact name="Database">{database}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}
