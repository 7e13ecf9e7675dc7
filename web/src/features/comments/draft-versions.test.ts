import { expect, it } from 'vitest';
import { aDraft, aKit, aVersion } from '../../testing/comments';
import { versionsOf } from './draft-versions';

it('an edit is no version of its own, and what the model wrote is kept beside it', () => {
  const draft = aDraft({
    versions: [aVersion('a', 'First.'), aVersion('b', 'Second.'), aVersion('c', 'Second, mine.', { is_edited: true })],
  });

  expect(versionsOf(draft)).toEqual([
    { id: 'a', text: 'First.', original: 'First.', isKit: false },
    { id: 'b', text: 'Second, mine.', original: 'Second.', isKit: false },
  ]);
});

it('a kit is the last version or none; its text is what the user wrote below it', () => {
  const kit = aVersion('k', 'They ask …', { kind: 'kit' });
  const written = aVersion('l', 'My own words.', { kind: 'kit', is_edited: true });

  expect(versionsOf(aKit({ versions: [aVersion('a', 'First.'), kit] })).at(-1)).toMatchObject({ id: 'k', text: '', isKit: true });
  expect(versionsOf(aKit({ versions: [kit, written] }))).toEqual([{ id: 'k', text: 'My own words.', original: '', isKit: true }]);
  expect(versionsOf(aDraft({ versions: [kit, aVersion('b', 'Second.')] })).map(({ id }) => id)).toEqual(['b']);
});

it('a draft of an older server is its only version', () => {
  expect(versionsOf(aDraft({ id: 'd', comment: 'Text.' }))).toEqual([{ id: 'd', text: 'Text.', original: 'Text.', isKit: false }]);
  expect(versionsOf(undefined)).toEqual([]);
});
