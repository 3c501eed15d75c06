import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { completeLocales, loadCatalogue } from '@/lib/i18n/catalogue';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { isOffered, terminalLanguage } from '@/lib/i18n/terminal-language';
import { examine } from '@/lib/setup/examine';
import { type TerminalReader, terminalReader, toJson, toText, toUsage } from './lib/doctor-report';
import { endOnSignal } from './lib/end-on-signal';

type Call = { json: boolean; language?: string };

function readCall(offered: readonly Locale[]): Call | undefined {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean', default: false }, language: { type: 'string' } },
    });
    const isKnown = values.language === undefined || isOffered(values.language, offered);
    return isKnown ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when all output is written: ending sooner would cut it off. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

async function readerFor(asked: string | undefined, offered: readonly Locale[]): Promise<TerminalReader> {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const { locale, tag } = terminalLanguage({ asked, variables: { LC_ALL, LC_MESSAGES, LANG } }, offered);
  return terminalReader((await loadCatalogue(locale)).messages, tag);
}

async function main(): Promise<number> {
  const offered = await completeLocales(LOCALES);
  const call = readCall(offered);
  const reader = await readerFor(call?.language, offered);
  if (!call) {
    console.error(toUsage(reader, offered));
    return 2;
  }
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const findings = await examine({ source: process.env, now: () => new Date() });
    await write(`${call.json ? toJson(findings, { reader, now: new Date() }) : toText(findings, reader)}\n`);
    return Object.values(findings).some(({ state }) => state === 'bad') ? 1 : 0;
  } catch {
    // The error may quote a setting.
    console.error(reader.t('doctor.failed'));
    return 1;
  }
}

endOnSignal();

// Exit explicitly: a check that timed out may keep its connection open for a while.
main().then((code) => process.exit(code));
