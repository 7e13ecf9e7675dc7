import { expect, it } from 'vitest';
import { aPost, manyPosts } from '../../testing/posts';
import { allPosts, placeOf, type PostPages, withoutPost, withPost } from './post-pages';

const posts = manyPosts(5);
const page = (from: number, to: number) => ({ success: true, posts: posts.slice(from, to), total: 5, hasMore: to < 5, offset: from, limit: 2 });
const pages: PostPages = { pages: [page(0, 2), page(2, 4), page(4, 5)], pageParams: [0, 2, 4] };
const ids = (list: PostPages) => allPosts(list).map(({ id }) => id);

it('the posts of all pages are one list, and none is in it twice', () => {
  const moved: PostPages = { ...pages, pages: [page(0, 2), page(1, 3), page(2, 4)] };

  expect(ids(pages)).toEqual(['post-1', 'post-2', 'post-3', 'post-4', 'post-5']);
  expect(ids(moved)).toEqual(['post-1', 'post-2', 'post-3', 'post-4']);
  expect(allPosts(undefined)).toEqual([]);
});

it('a post leaves its page, and the count goes down everywhere', () => {
  const left = withoutPost(pages, 'post-3');

  expect(ids(left)).toEqual(['post-1', 'post-2', 'post-4', 'post-5']);
  expect(left.pages.map(({ total }) => total)).toEqual([4, 4, 4]);
});

it('a post comes back to its very place', () => {
  const place = placeOf(pages, 'post-4');
  if (place === undefined) throw new Error('it is there');

  expect(withPost(withoutPost(pages, 'post-4'), place)).toEqual(pages);
});

it('two that left come back to their places in whatever order', () => {
  const [third, fourth] = [placeOf(pages, 'post-3'), placeOf(withoutPost(pages, 'post-3'), 'post-4')];
  if (third === undefined || fourth === undefined) throw new Error('they are there');
  const bothLeft = withoutPost(withoutPost(pages, 'post-3'), 'post-4');

  expect(ids(withPost(withPost(bothLeft, third), { ...fourth, index: fourth.index + 1 }))).toEqual(ids(pages));
  expect(ids(withPost(withPost(bothLeft, fourth), third))).toEqual(ids(pages));
});

it('what is there is not added again, and what is not there cannot leave', () => {
  const place = { post: aPost(3), page: 1, index: 0 };

  expect(withPost(pages, place)).toBe(pages);
  expect(withoutPost(pages, 'nobody')).toBe(pages);
});
