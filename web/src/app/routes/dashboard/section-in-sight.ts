type Scrolled = { scrollTop: number; clientHeight: number; scrollHeight: number };

/**
 * Which section is being read: the last one that begins above a line near the top. Within the last screenful the line moves down
 * to the bottom, or sections that are too short to reach the top would never be the current one.
 */
export function sectionInSight<Name extends string>(
  sections: readonly { name: Name; top: number }[],
  { scrollTop, clientHeight, scrollHeight }: Scrolled,
): Name | undefined {
  const left = Math.max(0, scrollHeight - clientHeight - scrollTop);
  const lastPart = clientHeight === 0 ? 0 : Math.max(0, 1 - left / clientHeight);
  // A page that fits needs no scrolling, and begins at its beginning.
  const isWhole = scrollHeight <= clientHeight;
  const line = scrollTop + nearTopPx + (isWhole ? 0 : lastPart * Math.max(0, clientHeight - nearTopPx));
  return (sections.findLast(({ top }) => top <= line) ?? sections[0])?.name;
}

const nearTopPx = 96;
