import type { Settings } from '../../lib/settings';
import { MarkStrokes, Wordmark } from '../../ui/mark';
import { PageTitle } from '../page-title';
import { ServerPanel } from '../server-panel';

export function FrontDoor({ settings }: { settings: Settings }) {
  return (
    <div className="grid min-h-dvh max-md:grid-rows-[auto_1fr] lg:grid-cols-[45fr_55fr]">
      <PageTitle />
      <div className="grid grid-rows-[auto_1fr] px-5 max-md:row-start-2 md:px-10">
        <header className="py-8 max-md:hidden">
          <Wordmark size="lg" />
        </header>
        <main className="grid w-full max-w-96 gap-3 justify-self-center pt-6 pb-14 md:self-center">
          <h1 className="text-title">Hear your customers</h1>
          <p className="text-read text-foreground-soft">
            Earshot listens to Reddit for your business: posts worth answering, and the places where your brand comes up.
          </p>
          <p className="text-foreground-soft">Sign-in is not open on this server yet.</p>
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
    <div
      aria-hidden="true"
      className="relative overflow-hidden bg-[#2540c4] bg-[radial-gradient(circle_at_19%_71%,#6f86ee_0,#4b67ec_34%,#3450d6_62%,#2540c4_100%)] text-white max-lg:hidden max-md:row-start-1 max-md:block max-md:h-49"
    >
      <p className="absolute top-15 right-10 left-14 z-1 max-w-145 font-display text-hero font-semibold text-balance max-md:inset-x-5 max-md:top-auto max-md:bottom-6 max-md:text-title">
        Someone is asking for what you sell. <span className="max-md:hidden">Be within earshot.</span>
      </p>
      <svg
        className="absolute top-[71%] left-[19%] size-400 max-w-none -translate-1/2 max-md:top-0 max-md:left-[85%] max-md:size-250"
        viewBox="-800 -800 1600 1600"
      >
        {ringRadii.map((radius, index) => (
          <circle key={radius} r={radius} fill="none" stroke="#fff" strokeOpacity={0.34 - index * 0.03} vectorEffect="non-scaling-stroke" />
        ))}
        <g transform="translate(-43 -43) scale(2.7)" className="max-md:hidden">
          <MarkStrokes />
        </g>
      </svg>
      <span className="absolute top-6 left-5 font-display text-[21px]/[30px] font-bold tracking-[-0.03em] md:hidden">Earshot</span>
    </div>
  );
}

const ringRadii = [92, 186, 280, 374, 468, 562, 656, 750];
