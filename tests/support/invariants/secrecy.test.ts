import { describe, expect, it } from 'vitest';
import { judgeSecrecy } from './secrecy';
import { summarise } from './verdict';

const secrets = [
  { what: 'the client secret', value: 'hush' },
  { what: 'a token', value: /eyJ[\w-]+\.[\w-]+\.[\w-]+/ },
];

describe('I5, nothing secret or personal in logs', () => {
  it('holds for lines of ids and counts', () => {
    const verdict = judgeSecrecy({ logs: [{ name: 'web 1', text: 'up\n{"leadId":"a"}' }], secrets });
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe('I5 nothing secret or personal in logs: 2 lines, 2 secrets, 0 found');
  });

  it('says what was found and where, without repeating it', () => {
    const text = 'up\nsent hush\nBearer eyJh.eyJz.c2ln';
    expect(judgeSecrecy({ logs: [{ name: 'worker 2', text }], secrets }).violations).toEqual([
      'the client secret in worker 2, line 2',
      'a token in worker 2, line 3',
    ]);
  });
});
