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

it('loses defaults and empty parts that a link brought, without a step in the history', () => {
  const page = open('/dashboard?tab=mentions&sort=relevance&one=1&other=');

  expect(page.current.address).toBe('?tab=mentions&one=1&other=');
  act(() => page.current.change({ one: '2' }, 'push'));
  act(() => void page.current.navigate(-1));
  expect(page.current.address).toBe('?tab=mentions&one=1&other=');
});

it('keeps what a link brought and is no default', () => {
  expect(open('/dashboard?sort=new').current.address).toBe('?sort=new');
  expect(open('/dashboard?sort=').current.address).toBe('');
});

const defaults = { sort: 'relevance' };

function open(address = '/dashboard?tab=mentions') {
  const { result } = renderHook(() => ({ ...useAddressState(defaults), address: useLocation().search, navigate: useNavigate() }), {
    wrapper: ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return result;
}
