import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { NAMED_FILES } from '@/vitest.config';

/** A pattern without choices as a regular expression: `*` and `**` are all that the configuration uses. */
function toPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/|\*|[.])/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    return part === '.' ? '\\.' : part;
  });
  return new RegExp(`^${parts.join('')}$`);
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split(
  '\n',
);

it.each(NAMED_FILES)('a file that the configuration names is there: %s', (glob) => {
  const alternatives = /^(.*)\{([^}]*)\}(.*)$/.exec(glob);
  const [, before = glob, choices = '', after = ''] = alternatives ?? [];
  for (const choice of choices.split(',')) {
    const pattern = toPattern(`${before}${choice}${after}`);
    expect(files.filter((file) => pattern.test(file)).length, `${before}${choice}${after}`).toBeGreaterThan(
      0,
    );
  }
});
