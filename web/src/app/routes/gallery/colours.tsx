import { Board } from './board';

/** Colour and type: what everything else is made of. */
export function Colours() {
  return (
    <>
      <Board title="Colour">
        <ul className="grid grid-cols-4 gap-2 md:grid-cols-8">
          {colours.map((name) => (
            <li key={name} className="min-w-0">
              <span className="block h-10 rounded-md border border-border" style={{ background: `var(--${name})` }} />
              <span className="mt-1.5 block truncate text-2xs text-muted-foreground">{name}</span>
            </li>
          ))}
        </ul>
      </Board>
      <Board title="Type">
        <div className="flex flex-wrap items-baseline gap-5">
          <p className="font-display text-title font-semibold">Within earshot</p>
          <p className="font-display text-xl font-semibold">Post title</p>
          <p className="text-list font-semibold">List title</p>
          <p className="text-read">Reading</p>
          <p className="text-sm">Interface</p>
          <p className="text-xs text-muted-foreground">Meta 12h ago</p>
        </div>
      </Board>
    </>
  );
}

const colours = (
  'background sunken card hover selected border input foreground ' +
  'foreground-soft muted-foreground primary primary-soft positive-mark negative-mark value fresh'
).split(' ');
