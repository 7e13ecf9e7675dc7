import { messages } from './messages';

/** 'Not quite right? Describe it in a sentence': there is always a way on. */
export function DescribeLink({ question, onPress }: { question: string; onPress: () => void }) {
  return (
    <p className="mt-3 text-xs text-muted-foreground">
      {question}{' '}
      <button
        type="button"
        onClick={onPress}
        className="rounded-xs text-primary-text underline underline-offset-2 touch:min-h-(--touch) touch:text-left"
      >
        {messages.website.describe}
      </button>
    </p>
  );
}
