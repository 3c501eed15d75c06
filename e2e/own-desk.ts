import { type OwnDesk, type OwnDeskInput, startOwnDesk } from '@/tests/support/desk/own-desk';
import { test as base } from './fixtures';

type PerFile = { deskTask: OwnDeskInput; desk: OwnDesk };

/** Flows on a separate desk, one for all flows of a file: `test.use({ deskTask: { … } })` selects it. */
export const test = base.extend<object, PerFile>({
  deskTask: [{ name: 'own-desk' }, { option: true, scope: 'worker' }],

  desk: [
    async ({ deskTask }, use) => {
      const desk = await startOwnDesk(deskTask);
      await use(desk);
      await desk.stop();
    },
    // For its start and its end together.
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ desk }, use) => use(desk.url),
  vendor: ({ desk }, use) => use(desk.vendor),
});
