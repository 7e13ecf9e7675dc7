import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressState } from './address-state';

it('keeps both of two changes that are made in one breath', () => {
  const page = open();

  act(() => {
    page.current.change({ one: '1' }, 'replace');
    page.current.change({ two: '2', sort: 'relevance' }, 'replace');
  });

  expect(page.current.address).toBe('?tab=mentions&one=1&two=2');
});

it('starts from what the address says after going back', () => {
  const page = open();

  act(() => page.current.change({ one: '1' }, 'push'));
  act(() => void page.current.navigate(-1));
  act(() => page.current.change({ two: '2' }, 'push'));

  expect(page.current.address).toBe('?tab=mentions&two=2');
});

const defaults = { sort: 'relevance' };

function open() {
  const { result } = renderHook(() => ({ ...useAddressState(defaults), address: useLocation().search, navigate: useNavigate() }), {
    wrapper: AtMentions,
  });
  return result;
}

function AtMentions({ children }: { children: ReactNode }) {
  return <MemoryRouter initialEntries={['/dashboard?tab=mentions']}>{children}</MemoryRouter>;
}
