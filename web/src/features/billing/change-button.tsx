import type { Plan, SoldPlan } from '../../api/product';
import { Button } from '../../ui/button';
import { messages } from './messages';
import { isUpgrade, nextPlanUp } from './plans';

type ChangeButtonProps = {
  from: Plan;
  to: SoldPlan;
  size?: 'sm' | 'md';
  onChange: (to: SoldPlan) => void;
  className?: string;
};

/** 'Upgrade to Professional' or 'Change to Starter'. Of several upgrades only the next one stands out. */
export function ChangeButton({ from, to, size = 'md', onChange, className }: ChangeButtonProps) {
  return (
    <Button
      size={size}
      variant={nextPlanUp(from)?.id === to.id ? 'primary' : 'outline'}
      onClick={() => onChange(to)}
      {...(className !== undefined && { className })}
    >
      {isUpgrade(from, to) ? messages.card.upgradeTo(to.name) : messages.card.changeTo(to.name)}
    </Button>
  );
}
