import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { highlightedSegments } from '../lib/highlights';
import { Highlighted, highlightLook } from './highlighted';

/**
 * Markdown of strangers. It can become headings, lists, quotes, tables, code and links to web pages,
 * and nothing else: HTML in it stays text, pictures are left out (security, Markdown).
 */
export const Markdown = memo(function Markdown({ text, marked = none }: { text: string; marked?: readonly string[] }) {
  if (!isWorthReading(text)) {
    return (
      <p className="whitespace-pre-line">
        <Highlighted text={text} words={marked} />
      </p>
    );
  }
  return (
    <ReactMarkdown
      remarkPlugins={[[remarkGfm, { singleTilde: false }]]}
      rehypePlugins={marked.length === 0 ? [] : [[markWords, marked]]}
      urlTransform={webAddress}
      disallowedElements={['img', 'input']}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

const none: readonly string[] = [];

/**
 * Whether a text is one that people write. The time that Markdown takes grows with the square of the
 * signs in one block and with the depth of its quotations; a text made of signs alone is shown as it is.
 */
function isWorthReading(text: string): boolean {
  const isDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){9}/m.test(text);
  return !isDeep && text.split(/\n[ \t]*\n/).every((block) => (block.match(/[*_~[\]<`@&!\\]/g)?.length ?? 0) <= mostSigns);
}

const mostSigns = 600;

/** Only pages of the web. Paths are Reddit's own: people there write '/r/freelance'. */
export function webAddress(address: string): string {
  if (address.startsWith('#')) return '';
  try {
    const { protocol, href } = new URL(address, 'https://www.reddit.com');
    return protocol === 'https:' || protocol === 'http:' ? href : '';
  } catch {
    return '';
  }
}

// The post's own title is the h2 above it, so its headings start below that. Code and tables may be
// wider than the page, and only what can take the focus can be scrolled by keys.
const components: Components = {
  h1: ({ children }) => <h3 className="text-lg">{children}</h3>,
  h2: ({ children }) => <h4 className="font-display text-lg font-semibold">{children}</h4>,
  h3: ({ children }) => <h5 className="font-semibold">{children}</h5>,
  h4: ({ children }) => <h6 className="font-semibold">{children}</h6>,
  h5: ({ children }) => <h6 className="font-semibold">{children}</h6>,
  ul: ({ children }) => <ul className="list-disc pl-4.5 marker:text-muted-foreground">{children}</ul>,
  ol: ({ children, start }) => (
    <ol {...(start !== undefined && { start })} className="list-decimal pl-6 marker:text-muted-foreground">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="grid grid-cols-1 gap-3.5 border-l-2 border-border-strong pl-4 text-foreground-soft">{children}</blockquote>
  ),
  hr: () => <hr className="border-border" />,
  pre: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- See above.
    <pre role="region" aria-label="Code" tabIndex={0} className="focus-inset overflow-x-auto rounded-md bg-sunken p-3 text-sm">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- See above.
    <div role="region" aria-label="Table" tabIndex={0} className="focus-inset overflow-x-auto rounded-md">
      <table className={tableLook}>{children}</table>
    </div>
  ),
  a: ({ href, children }) =>
    href === undefined || href === '' ? (
      <span>{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ),
};

const tableLook =
  'text-sm [&_td]:border [&_td]:border-border [&_td]:px-2.5 [&_td]:py-1 [&_th]:border [&_th]:border-border [&_th]:px-2.5 [&_th]:py-1 [&_th]:text-left';

/** The little of a tree of HTML that is needed here. */
type MarkdownNode = { type: string; value?: string; tagName?: string; properties?: Record<string, unknown>; children?: MarkdownNode[] };

/** Highlights words anywhere in the text. */
function markWords(words: readonly string[]) {
  return (tree: MarkdownNode) => {
    tree.children = (tree.children ?? []).flatMap((child) => marksIn(child, words));
  };
}

function marksIn(node: MarkdownNode, words: readonly string[]): MarkdownNode[] {
  if (node.type !== 'text' || node.value === undefined) {
    return [{ ...node, ...(node.children !== undefined && { children: node.children.flatMap((child) => marksIn(child, words)) }) }];
  }
  return highlightedSegments(node.value, words).map(({ text, isMarked }) =>
    isMarked
      ? { type: 'element', tagName: 'mark', properties: { className: highlightLook }, children: [{ type: 'text', value: text }] }
      : { type: 'text', value: text },
  );
}
