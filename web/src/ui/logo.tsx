import { cx } from './classes';

/** The mark with the product's name, as it stands at the top of a page. */
export function Wordmark({ size = 'md' }: { size?: keyof typeof sizes }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 font-display font-bold tracking-[-0.03em] text-foreground', sizes[size].text)}>
      <LogoMark size={sizes[size].tile} />
      Earshot
    </span>
  );
}

/** The tile alone. */
export function LogoMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="flex-none">
      <rect className="fill-primary forced:fill-[CanvasText]" width="32" height="32" rx="8.3" />
      <g transform="translate(3.2 3.2) scale(.8)">
        <LogoStrokes className="forced:stroke-[Canvas]" />
      </g>
    </svg>
  );
}

/** A lower-case "e" that is also an ear, and one sound arc arriving from the right; 32 units square. */
export function LogoStrokes({ className }: { className?: string }) {
  return (
    <g className={className} fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round">
      <path d="M18.6 22.8A8.7 8.7 0 1 1 20.7 16.4H8.6" />
      <path d="M25.4 9.2a13.4 13.4 0 0 1 0 13.6" />
    </g>
  );
}

const sizes = {
  md: { tile: 28, text: 'text-[18.5px]/[28px]' },
  lg: { tile: 30, text: 'text-[21px]/[30px]' },
} as const;
