import { ThumbsDown } from 'lucide-react';
import { Button } from './button';

/** Says that a judgement of Earshot's is wrong. Pressed, it has been said. */
export function WrongToggle({ about, isOn, onToggle }: { about: string; isOn: boolean; onToggle: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ThumbsDown}
      aria-pressed={isOn}
      aria-description={about}
      onClick={onToggle}
      className={isOn ? 'bg-primary-soft! text-primary-text!' : ''}
    >
      This is wrong
    </Button>
  );
}
