import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { OverlayScrollbar } from './overlay-scrollbar';

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div>
      <div ref={scroller} data-testid="area" />
      <OverlayScrollbar scroller={scroller} />
    </div>
  );
}

function open(scrollHeight: number) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
  const { getByTestId } = render(<List />);
  const area = getByTestId('area');
  const bar = area.nextElementSibling as HTMLElement;
  vi.restoreAllMocks();
  vi.spyOn(area, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(area, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
  return { area, bar };
}

it('is not there while everything is in sight', () => {
  expect(open(500).bar).toHaveProperty('hidden', true);
});

it('is as long as what is in sight, and follows the rows', () => {
  const { area, bar } = open(5000);
  expect(bar).toHaveProperty('hidden', false);
  expect(bar.style.height).toBe('50px');

  area.scrollTop = 4500;
  fireEvent.scroll(area);

  expect(bar.style.transform).toBe('translateY(450px)');
});

it('moves the rows when it is drawn', () => {
  const { area, bar } = open(5000);

  fireEvent.pointerDown(bar, { pointerId: 1, clientY: 10 });
  fireEvent.pointerMove(bar, { pointerId: 1, clientY: 55 });
  expect(area.scrollTop).toBe(450);
  fireEvent.pointerUp(bar, { pointerId: 1 });
  fireEvent.pointerMove(bar, { pointerId: 1, clientY: 300 });

  expect(area.scrollTop).toBe(450);
});
