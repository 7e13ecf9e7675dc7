import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TrendChart } from './trend-chart';

it('says in a sentence and in a table what the picture shows', () => {
  render(<Chart />);

  expect(screen.getByRole('img', { name: '4 mentions in the last 3 days.' })).toBeVisible();
  const lines = within(screen.getByRole('table', { name: 'Mentions by day' }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual(['DayMentionsPositive', 'Friday 13 November31', 'Saturday 14 November00', 'Sunday 15 November11']);
});

it('tells the counts of a day to the arrow keys, until Esc or the focus leaves', async () => {
  render(<Chart />);
  await userEvent.tab();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();

  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tooltip')).toHaveTextContent('Sunday 15 NovemberMentions 1Positive 1');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('tooltip')).toHaveTextContent('Friday 13 November');
  expect(screen.getByRole('img')).toHaveAccessibleDescription(/Mentions 3/);
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('tooltip')).toHaveTextContent('Sunday 15 November');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();

  await userEvent.keyboard('{Home}');
  await userEvent.tab();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

function Chart() {
  return (
    <TrendChart
      title="Mentions by day"
      total={4}
      about="mentions, last 3 days"
      days={[
        day('13 Nov', 'Friday 13 November', 3, 1),
        day('14 Nov', 'Saturday 14 November', 0, 0),
        day('15 Nov', 'Sunday 15 November', 1, 1),
      ]}
      legend={{ up: 'Positive', middle: 'Neutral', down: 'Negative' }}
      summary="4 mentions in the last 3 days."
      columns={['Day', 'Mentions', 'Positive']}
    />
  );
}

const day = (name: string, longName: string, count: number, positive: number) => ({
  name,
  longName,
  up: positive,
  middle: count - positive,
  down: 0,
  counts: [count, positive],
});
