import { expect, it, onTestFinished } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';
import { inTables, lapseLeases } from './submissions/clock';

const PEOPLE = 2_000;
const PAGE = '/admin/people?view=files';

function upload({ browser }: Agent) {
  const head = 'email,name,organizationId,organizationName,agentId,agentName,agentEmail,role';
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const organization = `org-${n % 50},Organization ${n % 50}`;
    return `p${n}@many.example,Person ${n},${organization},many-${n},Agent ${n},a${n}@many.example,agent`;
  });
  const form = new FormData();
  form.append('mode', 'import');
  form.append('file', new File([[head, ...rows].join('\n')], 'people.csv'));
  return browser.post('/admin/people/import', form);
}

it('row 36: an import of people goes on after its process was killed, and has each row once', async () => {
  const desk = await startDesk({ engine: 'postgres' });
  onTestFinished(() => desk.stop());
  const admin = await signIn(desk.door, 'Robin Hale');
  const shown = async (pattern: RegExp) => pattern.exec((await admin.page(PAGE)).text)?.[0];

  expect((await upload(admin)).path).toContain(PAGE);
  await until('some are imported', () => shown(/[1-9][\d,]* of 2,000 rows imported/));
  for (const web of desk.webs) {
    await web.kill();
    await inTables(desk, lapseLeases);
    await web.start();
  }
  const result = await until('all are imported', () => shown(/Imported: [^.]+\./), { withinMs: 120_000 });
  expect(result).toBe('Imported: 2000 new, 0 changed, 0 unchanged.');
});
