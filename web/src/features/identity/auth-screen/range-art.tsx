import { Gem, type LucideIcon, Sprout, TrendingUp } from 'lucide-react';
import { Badge } from '../../../ui/badge';
import { cx } from '../../../ui/classes';
import { LogoStrokes } from '../../../ui/logo';

/** The mark, its range and posts within it: decoration beside the form on wide screens, a band above it on phones. */
export function RangeArt() {
  return (
    <div
      aria-hidden="true"
      className={cx('relative overflow-hidden text-white max-lg:hidden max-md:row-start-1 max-md:block max-md:h-49', glow)}
    >
      <ArtRings />
      <span className="absolute top-5 left-5 font-display text-[18.5px]/[28px] font-bold tracking-[-0.03em] md:hidden">Earshot</span>
      <div className="absolute top-16 right-10 left-14 max-md:inset-x-5 max-md:top-auto max-md:bottom-6">
        <p className="max-w-145 font-display text-hero font-semibold max-md:max-w-60 max-md:text-[25px]/[30px] max-md:tracking-[-0.015em]">
          Someone is asking for what you sell. <span className="max-md:hidden">Be within earshot.</span>
        </p>
        <p className="mt-4 max-w-125 text-lg max-md:hidden">
          Earshot finds the Reddit posts worth answering and tells you when your brand comes up.
        </p>
      </div>
      {posts.map((post) => (
        <PostCard key={post.place} {...post} />
      ))}
    </div>
  );
}

/** The light comes from where the mark is. */
const glow =
  'bg-[#2540c4] bg-[radial-gradient(circle_at_19%_71%,#6f86ee_0,#4b67ec_34%,#3450d6_62%,#2540c4_100%)] ' +
  'max-md:bg-[radial-gradient(circle_at_85%_35%,#4b67ec_0,#3c57df_40%,#2540c4_100%)]';

function ArtRings() {
  return (
    <>
      <svg className="absolute top-[71%] left-[19%] size-400 max-w-none -translate-1/2 max-md:hidden" viewBox="-800 -800 1600 1600">
        {[92, 186, 280, 374, 468, 562, 656, 750].map((radius, index) => (
          <circle key={radius} r={radius} fill="none" stroke="#fff" strokeOpacity={0.34 - index * 0.03} />
        ))}
        <g transform="translate(-43 -43) scale(2.7)">
          <LogoStrokes />
        </g>
      </svg>
      <svg className="absolute top-17.5 left-[85%] size-150 max-w-none -translate-1/2 md:hidden" viewBox="-300 -300 600 600">
        {[44, 84, 124, 164, 204, 244].map((radius, index) => (
          <circle key={radius} r={radius} fill="none" stroke="#fff" strokeOpacity={0.42 - index * 0.05} />
        ))}
        <g transform="translate(-21 -21) scale(1.3)">
          <LogoStrokes />
        </g>
      </svg>
    </>
  );
}

type ArtPost = {
  place: string;
  age: string;
  title: string;
  badges: readonly { tone: 'rank' | 'value' | 'fresh'; icon: LucideIcon; text: string }[];
  /** Near the mark a post is a card; further out it is still faint. */
  isNear: boolean;
  className: string;
};

function PostCard({ place, age, title, badges, isNear, className }: ArtPost) {
  return (
    <div className={cx('absolute grid gap-1 rounded-card px-3.5 py-3 max-md:hidden', isNear ? near : far, className)}>
      <span className={cx('text-2xs', isNear && 'text-muted-foreground')}>
        {place} · {age}
      </span>
      <span className="text-sm/[18px] font-semibold">{title}</span>
      {badges.length > 0 && (
        <span className="mt-1 flex gap-1.5">
          {badges.map(({ tone, icon, text }) => (
            <Badge key={text} tone={tone} icon={icon}>
              {text}
            </Badge>
          ))}
        </span>
      )}
    </div>
  );
}

const near = 'bg-card text-foreground shadow-lg';
const far = 'border border-white/15 bg-[#20379c]/60';

const posts: readonly ArtPost[] = [
  {
    place: 'r/copywriting',
    age: '11h ago',
    title: 'What do you use for recurring invoices?',
    badges: [],
    isNear: false,
    className: 'top-[38%] right-7 w-59 rotate-1',
  },
  {
    place: 'r/freelance',
    age: '19d ago',
    title: 'Clients keep paying 30+ days late. What invoicing setup fixed this?',
    badges: [
      { tone: 'rank', icon: TrendingUp, text: '#3' },
      { tone: 'value', icon: Gem, text: 'High Value' },
    ],
    isNear: true,
    className: 'top-[55%] right-35 w-75 -rotate-2 max-xl:right-8',
  },
  {
    place: 'r/webdev',
    age: '33d ago',
    title: 'Deposits plus final invoice: how do you split it?',
    badges: [],
    isNear: false,
    className: 'top-[74%] right-6 w-44 -rotate-1 max-xl:hidden',
  },
  {
    place: 'r/smallbusiness',
    age: '5h ago',
    title: 'Simple invoicing tool that isn’t a whole accounting suite?',
    badges: [{ tone: 'fresh', icon: Sprout, text: 'Fresh' }],
    isNear: true,
    className: 'top-[77%] right-53 w-70 rotate-1 max-xl:right-14',
  },
];
