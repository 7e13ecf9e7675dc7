import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { TabPanel, Tabs } from './tabs';

describe('tabs', () => {
  it('show the panel of the chosen tab, which bears the name of the tab', async () => {
    render(<Door />);
    expect(screen.getByRole('tabpanel', { name: 'Sign In' })).toHaveTextContent('Welcome back');

    await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }));

    expect(screen.getByRole('tabpanel', { name: 'Sign Up' })).toBeVisible();
    expect(screen.queryByText('Welcome back')).not.toBeInTheDocument();
  });

  it('are one stop of the Tab key; arrows change the tab and the next stop is the first field', async () => {
    render(<Door />);

    await userEvent.tab();
    expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toHaveFocus();
    await userEvent.tab();

    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  });
});

function Door() {
  const [tab, setTab] = useState<'in' | 'up'>('in');
  return (
    <Tabs label="Account" tabs={doorTabs} value={tab} onValueChange={setTab}>
      <TabPanel value="in">Welcome back</TabPanel>
      <TabPanel value="up">
        <input aria-label="Email" />
      </TabPanel>
    </Tabs>
  );
}

const doorTabs = [
  { value: 'in', label: 'Sign In' },
  { value: 'up', label: 'Sign Up' },
] as const;
