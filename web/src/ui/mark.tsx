/** The mark with the product's name, as it stands at the top of a page. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
        <rect className="mark-tile" width="32" height="32" rx="8.3" />
        <g transform="translate(3.2 3.2) scale(.8)">
          <MarkStrokes />
        </g>
      </svg>
      Earshot
    </span>
  );
}

/** A lower-case "e" that is also an ear, and one sound arc arriving from the right; 32 units square. */
export function MarkStrokes() {
  return (
    <g className="mark-strokes" fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round">
      <path d="M18.6 22.8A8.7 8.7 0 1 1 20.7 16.4H8.6" />
      <path d="M25.4 9.2a13.4 13.4 0 0 1 0 13.6" />
    </g>
  );
}
