import { CircleX, type LucideIcon, ShieldCheck, Zap } from 'lucide-react';
import { messages } from './messages';

/** What takes the worry out of paying. */
export function TrustRow() {
  return (
    <ul aria-label={words.label} className="mt-8 grid gap-4 md:grid-cols-3 md:gap-x-0">
      {items.map(({ icon: Icon, title, about }) => (
        <li key={title} className="flex items-center gap-3">
          <span className="grid size-10 flex-none place-items-center rounded-lg bg-sunken text-foreground-soft">
            <Icon size={18} aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <span className="block text-list font-semibold">{title}</span>
            <span className="block text-xs text-muted-foreground">{about}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const words = messages.trust;

const items: readonly { icon: LucideIcon; title: string; about: string }[] = [
  { icon: ShieldCheck, ...words.secure },
  { icon: Zap, ...words.instant },
  { icon: CircleX, ...words.cancel },
];
