import { Suspense, use, useState, useTransition } from 'react';
import type { Settings } from '../lib/settings';
import { Loader } from '../ui/loader';
import { askReadiness, type Readiness } from './readiness';

/** 'This server': whether it is ready to work, what it runs on, and where its doors are. */
export function ServerPanel({ settings }: { settings: Settings }) {
  const [answer, setAnswer] = useState(askReadiness);
  const [isChecking, startTransition] = useTransition();
  const checkAgain = () => {
    if (!isChecking) startTransition(() => setAnswer(askReadiness()));
  };

  return (
    <section className="card" aria-labelledby="this-server">
      <h2 id="this-server">This server</h2>
      <div role="status" className="server-state">
        <Suspense fallback={<Checking />}>
          <ServerState answer={answer} knownVersion={settings.version} />
        </Suspense>
      </div>
      {settings.sandbox.includes('mail') && (
        <p className="server-note">
          Mail stays on this machine: <a href="/sandbox/mailbox">open the mailbox</a>
        </p>
      )}
      <div className="server-actions">
        {/* Stays in place and enabled, so that the keyboard does not lose it when the answer changes. */}
        <button type="button" className="button button-outline" aria-busy={isChecking} onClick={checkAgain}>
          {isChecking && <Loader />}
          Check again
        </button>
        <a href="/api/docs">API documentation</a>
      </div>
    </section>
  );
}

function ServerState({ answer, knownVersion }: { answer: Promise<Readiness>; knownVersion: string }) {
  const readiness = use(answer);
  switch (readiness.state) {
    case 'ready':
      return (
        <>
          <span className="badge badge-positive">Ready</span>
          <Facts version={readiness.version} database={readiness.database} />
        </>
      );
    case 'not-ready':
      return (
        <>
          <p className="alert">Not ready: {readiness.reason}</p>
          <Facts version={knownVersion} />
        </>
      );
    case 'unreachable':
      return (
        <>
          <p className="alert">This server cannot be reached. It may be restarting, or the connection is down.</p>
          <Facts version={knownVersion} />
        </>
      );
  }
}

function Checking() {
  return (
    <p className="checking">
      <Loader />
      Checking the server…
    </p>
  );
}

function Facts({ version, database }: { version: string; database?: string }) {
  return (
    <dl className="facts">
      <div>
        <dt>Version</dt>
        <dd>{version}</dd>
      </div>
      {database !== undefined && (
        <div>
          <dt>Database</dt>
          <dd>{database}</dd>
        </div>
      )}
    </dl>
  );
}
