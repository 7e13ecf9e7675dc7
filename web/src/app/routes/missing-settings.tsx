import type { RequiredVariable } from '../../lib/settings';
import { Card } from '../../ui/card';
import { NoticeLine, NoticePage, NoticeTitle } from '../notice-page';
import { PageTitle } from '../page-title';

const meaning = {
  EARSHOT_AUTH_URL: 'The address that browsers use to sign people in, for example http://localhost:8080',
  EARSHOT_AUTH_KEY: 'The publishable key that goes with that address',
} satisfies Record<RequiredVariable, string>;

export function MissingSettingsPage({ missing }: { missing: readonly RequiredVariable[] }) {
  return (
    <NoticePage>
      <PageTitle>Missing settings</PageTitle>
      <NoticeTitle>Missing required environment variables</NoticeTitle>
      <NoticeLine>Earshot needs these settings before anyone can sign in.</NoticeLine>
      <Card title="Set on the server" className="w-full max-w-130 text-start">
        <dl className="grid gap-4">
          {missing.map((name) => (
            <div key={name}>
              <dt>
                <code className="font-semibold wrap-anywhere">{name}</code>
              </dt>
              <dd className="text-sm wrap-anywhere text-foreground-soft">{meaning[name]}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <p className="mt-5 text-foreground-soft">Restart the server, then reload this page.</p>
    </NoticePage>
  );
}
