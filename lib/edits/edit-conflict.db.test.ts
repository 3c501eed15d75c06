import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EditDesk, openEditDesk } from '@/tests/support/edit-desk';

let desk: EditDesk;
beforeAll(async () => {
  desk = await openEditDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

describe('an edit in conflict with another', () => {
  it('of the same field sends nothing and shows both values', async () => {
    const { set, save, vendor, keyOf } = await desk.openForm();
    set('value', '250');
    await vendor({ value: 300, status: 'won' });
    const result = await save();
    expect(result).toMatchObject({
      ok: false,
      state: {
        status: 'conflict',
        conflicts: [
          {
            key: keyOf('value'),
            mine: expect.stringContaining('250'),
            portal: expect.stringContaining('300'),
          },
        ],
      },
    });
    expect(await desk.patches()).toEqual([]);
  });

  it('that the portal reverted since the form was drawn is not repeated without a decision', async () => {
    const { data, set, save, vendor, keyOf, read, mirrored, resume } = await desk.openForm();
    set('companyName', 'Agent Ltd');
    expect(await save()).toEqual({ ok: true });
    await vendor({ customFields: { companyName: 'Alder' } });
    await read();
    // The same form again, as after Back or in a second tab, with only the number changed.
    set('value', '250');
    const again = await save();
    expect(again).toMatchObject({
      state: {
        status: 'conflict',
        conflicts: [{ key: keyOf('companyName'), mine: 'Agent Ltd', portal: 'Alder' }],
      },
    });
    resume(again);
    data.set(`choose_${keyOf('companyName')}`, 'theirs');
    expect(await save()).toEqual({ ok: true });
    expect((await desk.patches()).at(-1)).toEqual({ value: 250 });
    expect(await mirrored()).toMatchObject({ value: 250, record: { custom: { companyName: 'Alder' } } });
  });

  it('does not mention a field that only this person changed', async () => {
    const { set, save, vendor, read } = await desk.openForm();
    await vendor({ value: 300 });
    await read();
    await vendor({ value: 100 });
    await read();
    set('companyName', 'Alder & Sons');
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ customFields: { companyName: 'Alder & Sons' } }]);
  });

  it.each([
    ['mine', [{ value: 250 }], 250],
    ['theirs', [], 300],
  ])('is saved as the person decides: %s', async (choice, sent, value) => {
    const { data, set, save, vendor, keyOf, read, mirrored, resume } = await desk.openForm();
    set('value', '250');
    await vendor({ value: 300 });
    const first = await save();
    resume(first);
    data.set(`choose_${keyOf('value')}`, choice);
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual(sent);
    await read();
    expect((await mirrored())?.value).toBe(value);
  });
});

describe('while some of several conflicts are decided', () => {
  async function twoConflicts() {
    const form = await desk.openForm();
    form.set('value', '250');
    form.set('companyName', 'Mine Ltd');
    await form.vendor({ value: 300, customFields: { companyName: 'Theirs Ltd' } });
    const first = await form.save();
    form.resume(first);
    return form;
  }

  it('a decision stays, with what the person had typed', async () => {
    const { data, save, keyOf } = await twoConflicts();
    data.set(`choose_${keyOf('value')}`, 'theirs');
    expect(await save()).toMatchObject({
      state: {
        conflicts: expect.arrayContaining([
          expect.objectContaining({ key: keyOf('value'), choice: 'theirs', input: '250' }),
          expect.objectContaining({ key: keyOf('companyName'), choice: undefined }),
        ]),
        errors: [{ key: `choose_${keyOf('companyName')}` }],
      },
    });
  });

  it('a value the person discarded need not be valid', async () => {
    const { data, set, save, keyOf } = await twoConflicts();
    set('value', 'no number');
    data.set(`choose_${keyOf('value')}`, 'theirs');
    data.set(`choose_${keyOf('companyName')}`, 'mine');
    expect(await save()).toEqual({ ok: true });
    expect(await desk.patches()).toEqual([{ customFields: { companyName: 'Mine Ltd' } }]);
  });
});

describe('after a save whose response was lost', () => {
  /** The form as it is returned, with the values it sent. */
  async function saveInVain(form: Awaited<ReturnType<EditDesk['openForm']>>) {
    const result = await form.save({ service: desk.withLostResponses() });
    if (result.ok || !('state' in result) || result.state.status !== 'failed')
      throw new Error('it was saved');
    expect(result.state.message).toBe('unconfirmed');
    for (const [name, text] of Object.entries(result.state.hidden ?? {})) form.data.set(name, text);
  }

  it.each([
    ['immediately', false],
    ['when the desk has read the first already', true],
  ])(
    'a second value of the same person is saved, and is not reported as another person’s change: %s',
    async (_, isSeen) => {
      const form = await desk.openForm();
      form.set('value', '250');
      await saveInVain(form);
      if (isSeen) await form.read();
      form.set('value', '270');
      expect(await form.save()).toEqual({ ok: true });
      expect(await desk.patches()).toEqual([{ value: 250 }, { value: 270 }]);
      expect(await form.mirrored()).toMatchObject({ value: 270 });
    },
  );

  it('the person can revert the change', async () => {
    const form = await desk.openForm();
    form.set('value', '250');
    form.set('notes', '');
    await saveInVain(form);
    form.set('value', '100');
    form.set('notes', 'call first');
    expect(await form.save()).toEqual({ ok: true });
    expect((await desk.patches()).at(-1)).toEqual({ value: 100, customFields: { notes: 'call first' } });
  });

  it('what the vendor changed since is still shown, and not overwritten', async () => {
    const form = await desk.openForm();
    form.set('value', '250');
    await saveInVain(form);
    await form.vendor({ value: 300 });
    form.set('value', '270');
    expect(await form.save()).toMatchObject({ ok: false, state: { status: 'conflict' } });
    expect(await desk.patches()).toEqual([{ value: 250 }]);
  });
});
