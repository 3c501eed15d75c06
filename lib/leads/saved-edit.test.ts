import { describe, expect, it } from 'vitest';
import type { Answer } from '@/lib/forms/field';
import { matchEdits, type SavedEdit, withSavedEdits } from './saved-edit';

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

/** An edit of one field, saved when the service reported the lead's last change at 9:00:10. */
function edit(
  id: number,
  before: Answer | null,
  after: Answer | null,
  rest: Partial<SavedEdit> = {},
): SavedEdit {
  return {
    id,
    changes: [['company', before, after]],
    serviceUpdatedAt: at(10),
    responseUpdatedAt: null,
    ...rest,
  };
}

const standings = (edits: SavedEdit[], company: Answer | undefined, updatedAt?: Date) =>
  matchEdits(edits, { answers: company === undefined ? {} : { company }, updatedAt }).map(
    ({ state: standing }) => standing,
  );

describe('a snapshot shows a saved edit', () => {
  it.each([
    ['if it holds what was sent', 'B', 'shown'],
    ['if the service normalised what was sent', 'B Ltd', 'shown'],
    ['and not while it holds the previous value', 'A', 'lagging'],
    ['also if the field was emptied since', undefined, 'shown'],
  ])('%s', (_, company, standing) => {
    expect(standings([edit(1, 'A', 'B')], company)).toEqual([standing]);
    expect(standings([edit(1, 'A', 'B')], company, at(10)), 'from before the edit').toEqual([standing]);
  });

  it('that emptied a field once the field has no value', () => {
    expect(standings([edit(1, 'A', null)], 'A')).toEqual(['lagging']);
    expect(standings([edit(1, 'A', null)], undefined)).toEqual(['shown']);
  });

  it('of several fields only if it shows all of them', () => {
    const both = edit(1, 'A', 'B', {
      changes: [
        ['company', 'A', 'B'],
        ['city', 'Oslo', 'Bergen'],
      ],
    });
    const standingOf = (city: string) => matchEdits([both], { answers: { company: 'B', city } })[0]?.state;
    expect(standingOf('Bergen')).toBe('shown');
    expect(standingOf('Oslo')).toBe('lagging');
  });

  it('that a later one replaced, and the later one only once neither earlier value is left', () => {
    const edits = [edit(1, 'A', 'B'), edit(2, 'B', 'C')];
    expect(standings(edits, 'A')).toEqual(['shown', 'lagging']);
    expect(standings(edits, 'B')).toEqual(['shown', 'lagging']);
    expect(standings(edits, 'C')).toEqual(['shown', 'shown']);
  });
});

describe('an edit is missing', () => {
  it('if the service changed the lead later and still holds the previous value', () => {
    expect(standings([edit(1, 'A', 'B')], 'A', at(11))).toEqual(['missing']);
  });

  it('only in a snapshot at least as new as the response to the edit', () => {
    const answered = edit(1, 'A', 'B', { responseUpdatedAt: at(12) });
    expect(standings([answered], 'A', at(11))).toEqual(['lagging']);
    expect(standings([answered], 'A', at(12))).toEqual(['missing']);
  });

  it('never for a service that gives no times', () => {
    expect(standings([edit(1, 'A', 'B', { serviceUpdatedAt: null })], 'A', at(99))).toEqual(['lagging']);
  });
});

it('the form of a second edit starts from the saved values', () => {
  const edits = [edit(1, 'A', 'B'), edit(2, 'B', 'C', { changes: [['__proto__', null, 'x']] })];
  const answers = withSavedEdits({ company: 'A', city: 'Oslo' }, edits);
  expect(Object.entries(answers)).toEqual([
    ['company', 'B'],
    ['city', 'Oslo'],
    ['__proto__', 'x'],
  ]);
  expect(Object.keys(withSavedEdits({ company: 'A' }, [edit(1, 'A', null)]))).toEqual([]);
});
