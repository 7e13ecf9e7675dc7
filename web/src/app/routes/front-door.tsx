import type { Settings } from '../../lib/settings';
import { MarkStrokes, Wordmark } from '../../ui/mark';
import { ServerPanel } from '../server-panel';

export function FrontDoor({ settings }: { settings: Settings }) {
  return (
    <div className="door">
      <div className="door-page">
        <header className="door-header">
          <Wordmark />
        </header>
        <main className="door-main">
          <h1>Hear your customers</h1>
          <p className="lede">
            Earshot listens to Reddit for your business: posts worth answering, and the places where your brand comes up.
          </p>
          <p className="soft">Sign-in is not open on this server yet.</p>
          <ServerPanel settings={settings} />
        </main>
      </div>
      <RangeArt />
    </div>
  );
}

/** The mark and its range: decoration beside the door on wide screens, a band above it on phones. */
function RangeArt() {
  return (
    <div className="range" aria-hidden="true">
      <p className="range-words">
        Someone is asking for what you sell. <span>Be within earshot.</span>
      </p>
      <svg className="range-rings" viewBox="-800 -800 1600 1600" width="1600" height="1600">
        {ringRadii.map((radius, index) => (
          <circle key={radius} r={radius} fill="none" stroke="#fff" strokeOpacity={0.34 - index * 0.03} />
        ))}
        <g transform="translate(-43 -43) scale(2.7)">
          <MarkStrokes />
        </g>
      </svg>
    </div>
  );
}

const ringRadii = [92, 186, 280, 374, 468, 562, 656, 750];
