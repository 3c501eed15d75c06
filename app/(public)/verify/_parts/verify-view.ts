import 'server-only';
import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { isolate } from '@/lib/core/isolate';
import type { Tone } from '@/lib/core/status-labels';
import type { ReceiptClaims } from '@/lib/receipts/claims';
import type { Verified } from '@/lib/receipts/verify';

/** A verified receipt in words. */
export type VerifyView = {
  tone: Tone;
  title: string;
  text: string;
  /** How the answers file compares; absent without one. */
  file?: { tone: Tone; text: string };
  /** What is signed: the first line of each is the fact, further ones explain it. */
  facts: { term: string; lines: string[] }[];
  /** The code as typed. */
  code: string;
};

/** How an answers file compares with a receipt. */
export type FileResult = 'same' | 'other' | 'unreadable' | 'too-big';

const FILE_TONES = {
  same: 'good',
  other: 'bad',
  unreadable: 'warn',
  'too-big': 'warn',
} as const satisfies Record<FileResult, Tone>;

/** What a code turned out to be. An invalid one shows nothing of what it claims. */
export async function toVerifyView(
  verified: Verified,
  { brand, code, file }: { brand: string; code: string; file?: FileResult },
): Promise<VerifyView> {
  const t = await getTranslations('Verify');
  if (!('claims' in verified)) {
    const reason = verified.kind === 'unknown-key' ? 'foreign' : verified.kind;
    return { tone: 'bad', title: t('invalid'), text: t(`reason.${reason}`, { brand }), facts: [], code };
  }
  const { kind, claims } = verified;
  const address = isolate(claims.iss);
  return {
    ...(kind === 'genuine'
      ? { tone: 'good', title: t('genuine'), text: t('genuineDetail', { brand }) }
      : { tone: 'warn', title: t('elsewhere'), text: t('elsewhereDetail', { brand, address }) }),
    file: file && { tone: FILE_TONES[file], text: t(`file.${file}`) },
    facts: await toFacts(claims),
    code,
  };
}

async function toFacts(claims: ReceiptClaims): Promise<VerifyView['facts']> {
  const t = await getTranslations('Verify.fact');
  const common = await getTranslations('Common');
  const lead = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  const time = (iso: string) => preciseMoment(iso).text;
  const named = (id: string, name: string | undefined) => (name === undefined ? [id] : [name, id]);
  const { portal_created: created } = claims;
  return [
    { term: common('leadId'), lines: [claims.sub] },
    { term: common('organization'), lines: named(claims.organization_id, claims.organization) },
    { term: common('agent'), lines: named(claims.agent_id, claims.agent) },
    { term: common('submittedBy'), lines: [claims.person] },
    { term: common('submitted'), lines: [time(claims.submitted)] },
    ...(claims.sent.length > 1 ? await toSent(claims) : []),
    {
      term: lead('receiptAccepted'),
      lines: [
        time(claims.accepted),
        ...(claims.accepted_by === 'response' ? [] : [lead(`acceptedBy.${claims.accepted_by}`)]),
      ],
    },
    ...(created === undefined ? [] : [{ term: lead('receiptCreated'), lines: [time(created)] }]),
    { term: lead('receiptId'), lines: [claims.jti] },
    { term: t('issuer'), lines: [claims.iss] },
    { term: t('digest'), lines: [claims.answers_sha256] },
  ];
}

/** Each request, if there were several: when it was sent, and what the portal answered. */
async function toSent({ sent, accepted_by }: ReceiptClaims): Promise<VerifyView['facts']> {
  const t = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  return sent.map(({ at, status }, index) => {
    const isAccepted = accepted_by === 'response' && index === sent.length - 1;
    const outcome = isAccepted ? t('sentAccepted') : t('sentUnclear', { answered: status ?? 0 });
    return { term: t('receiptSent'), lines: [preciseMoment(at).text, outcome] };
  });
}
