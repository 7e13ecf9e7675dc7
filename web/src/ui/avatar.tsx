import { cx } from './classes';

/** A person as two letters. The name stands beside it or in its button, so it is hidden here. */
export function Avatar({ name, size = 32 }: { name: string; size?: 24 | 32 | 44 }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center rounded-full bg-[#e3d9c8] font-semibold text-foreground-soft dark:bg-[#4a3f30] forced:border',
        sizes[size],
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** Up to two letters: of the first and the last word, or of the one word there is. Of an address, the part before the @. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/u, '')
    .split(/[\s._+-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => Array.from(word ?? '').find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '').join('');
  return initials === '' ? '?' : initials.toLocaleUpperCase();
}

const sizes = { 24: 'size-6 text-2xs', 32: 'size-8 text-2xs', 44: 'size-11 text-sm' } as const;
