import type { InfiniteData } from '@tanstack/react-query';
import type { Post, PostPage } from './api';

/** The list as it is kept: page by page, as it was loaded. */
export type PostPages = InfiniteData<PostPage>;

/** Where a post stood, so that it can come back to its very place. */
export type Place = { post: Post; page: number; index: number };

/** The posts of all pages, none twice: while pages are read one by one, rows may move from one to the next. */
export function allPosts(pages: PostPages | undefined): readonly Post[] {
  const byId = new Map<string, Post>();
  for (const { posts } of pages?.pages ?? []) for (const post of posts) if (!byId.has(post.id)) byId.set(post.id, post);
  return [...byId.values()];
}

export function placeOf(pages: PostPages, id: string): Place | undefined {
  for (const [page, { posts }] of pages.pages.entries()) {
    const index = posts.findIndex((post) => post.id === id);
    const post = posts[index];
    if (post !== undefined) return { post, page, index };
  }
  return undefined;
}

/** The list without a post; the count goes down with it. */
export function withoutPost(pages: PostPages, id: string): PostPages {
  if (placeOf(pages, id) === undefined) return pages;
  return changePages(pages, -1, (page) => page.posts.filter((post) => post.id !== id));
}

/** The list with a post back in its place, or as near as what has changed since allows. */
export function withPost(pages: PostPages, { post, page, index }: Place): PostPages {
  if (placeOf(pages, post.id) !== undefined) return pages;
  const target = Math.min(page, pages.pages.length - 1);
  return changePages(pages, +1, ({ posts }, at) => (at === target ? posts.toSpliced(index, 0, post) : posts));
}

function changePages(pages: PostPages, difference: number, postsOf: (page: PostPage, at: number) => Post[]): PostPages {
  return { ...pages, pages: pages.pages.map((page, at) => ({ ...page, total: Math.max(0, page.total + difference), posts: postsOf(page, at) })) };
}
