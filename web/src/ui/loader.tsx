/** Four bars that rise in turn. Stands still for people who prefer reduced motion. */
export function Loader() {
  return (
    <svg className="loader" width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      {barHeights.map((height, index) => (
        <rect key={height} x={index * 4 + 0.5} y={(16 - height) / 2} width="3" height={height} rx="1.5" />
      ))}
    </svg>
  );
}

const barHeights = [5, 12, 8, 4];
