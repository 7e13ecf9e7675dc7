import { expect, it } from 'vitest';
import { aPost, manyPosts } from '../testing/posts';
import { allItems, namedRows, pageAfter, type ListPages, positionOf, withItem, withoutItem } from './pages';

type TestPost = ReturnType<typeof aPost>;

const posts = manyPosts(5);
const page = (from: number, to: number) => ({ items: posts.slice(from, to), total: 5 });
const pages: ListPages<TestPost> = { pages: [page(0, 2), page(2, 4), page(4, 5)], pageParams: [0, 2, 4] };
const ids = (list: ListPages<TestPost>) => allItems(list).map(({ id }) => id);

it('a row without an id gets one by its place, and no rows are none', () => {
  expect(namedRows([{ id: 'a' }, null, { title: 'x' }], 50)).toEqual([
    { id: 'a' },
    { id: 'unnamed-51', is_read: true },
    { id: 'unnamed-52', is_read: true, title: 'x' },
  ]);
  expect(namedRows(null, 0)).toEqual([]);
});

it('the posts of all pages are one list, and none is in it twice', () => {
  const moved: ListPages<TestPost> = { ...pages, pages: [page(0, 2), page(1, 3), page(2, 4)] };

  expect(ids(pages)).toEqual(['post-1', 'post-2', 'post-3', 'post-4', 'post-5']);
  expect(ids(moved)).toEqual(['post-1', 'post-2', 'post-3', 'post-4']);
  expect(allItems(undefined)).toEqual([]);
});

it('a post leaves its page, and the count goes down everywhere', () => {
  const left = withoutItem(pages, 'post-3');

  expect(ids(left)).toEqual(['post-1', 'post-2', 'post-4', 'post-5']);
  expect(left.pages.map(({ total }) => total)).toEqual([4, 4, 4]);
});

it('a post comes back to its very place', () => {
  const place = positionOf(pages, 'post-4');
  if (place === undefined) throw new Error('it is there');

  expect(withItem(withoutItem(pages, 'post-4'), place)).toEqual(pages);
});

it('two that left come back to their places in whatever order', () => {
  const [third, fourth] = [positionOf(pages, 'post-3'), positionOf(withoutItem(pages, 'post-3'), 'post-4')];
  if (third === undefined || fourth === undefined) throw new Error('they are there');
  const bothLeft = withoutItem(withoutItem(pages, 'post-3'), 'post-4');

  expect(ids(withItem(withItem(bothLeft, third), { ...fourth, index: fourth.index + 1 }))).toEqual(ids(pages));
  expect(ids(withItem(withItem(bothLeft, fourth), third))).toEqual(ids(pages));
});

it('what is there is not added again, and what is not there cannot leave', () => {
  const place = { item: aPost(3), page: 1, index: 0 };

  expect(withItem(pages, place)).toBe(pages);
  expect(withoutItem(pages, 'nobody')).toBe(pages);
});

it('the next page begins after what is there, in the list of the first page’s moment', () => {
  const [first, ...others] = pages.pages;
  if (first === undefined) throw new Error('it is there');

  expect(pageAfter([{ ...first, asOf: 'noon' }, ...others])).toEqual({ offset: 5, asOf: 'noon' });
  expect(pageAfter([first])).toEqual({ offset: 2 });
});
