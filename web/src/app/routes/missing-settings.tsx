import type { RequiredVariable } from '../../lib/settings';
import { NoticePage } from '../notice-page';

const meaning = {
  EARSHOT_AUTH_URL: 'The address that browsers use to sign people in, for example http://localhost:8080',
  EARSHOT_AUTH_KEY: 'The publishable key that goes with that address',
} satisfies Record<RequiredVariable, string>;

export function MissingSettingsPage({ missing }: { missing: readonly RequiredVariable[] }) {
  return (
    <NoticePage>
      <h1>Missing required environment variables</h1>
      <p className="lede">Earshot opens as soon as its server knows where people sign in.</p>
      <section className="card" aria-labelledby="to-set">
        <h2 id="to-set">Set on the server</h2>
        <dl className="variables">
          {missing.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{meaning[name]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="soft">Restart the server, then reload this page.</p>
    </NoticePage>
  );
}
