import { getTranslations } from 'next-intl/server';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { Tone } from '@/lib/core/status-labels';

/** One check, in words. */
export type StepView = {
  id: string;
  title: string;
  state: { tone: Tone; label: string };
  isDone: boolean;
  /** The next step to do. */
  isNext: boolean;
  /** The facts, one sentence each, some with a list and the label that opens it. */
  seen: { text: string; items: string[]; show: string }[];
  causes: { code: string; what: string; todo: string }[];
  /** The page where it is put right. */
  cure?: { href: string; text: string };
  /** The recipient of a test mail, for the mail server. */
  testMail?: string;
};

export type StepGroup = { id: string; title: string; steps: StepView[] };

/** All checks in order, each in one line, and what to do about those that need something. */
export function HealthList({ groups }: { groups: StepGroup[] }) {
  return (
    <div className="space-y-6">
      {groups.map(({ id, title, steps }) => (
        <section key={id} aria-labelledby={`health-${id}`}>
          <h2 id={`health-${id}`} className="pb-2 text-lg font-semibold">
            {title}
          </h2>
          <ol className="divide-y divide-line rounded-card border border-line bg-surface">
            {steps.map((step) => (
              <li key={step.id} id={`step-${step.id}`}>
                {step.isDone ? <DoneStep step={step} /> : <OpenStep step={step} />}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

async function DoneStep({ step }: { step: StepView }) {
  const t = await getTranslations('Setup');
  const { title, state, seen, cure, testMail } = step;
  const [first, ...others] = seen;
  const rest = first && first.items.length > 0 ? seen : others;
  const line = (
    <>
      <span className={`${TONE_CLASSES[state.tone]} pt-0.5 text-tone`}>
        <Icon name={TONE_ICONS[state.tone]} />
      </span>
      <h3 className="min-w-0">
        {title} {first && <span className="sr-only">{t('inBrackets', { text: state.label })}</span>}
      </h3>
      <span dir="auto" className="min-w-0 wrap-anywhere text-muted max-sm:col-start-2 max-sm:row-start-2">
        {first?.text ?? state.label}
      </span>
    </>
  );
  if (rest.length === 0 && !cure && testMail === undefined) return <div className={LINE}>{line}</div>;
  return (
    <details>
      <summary
        className={`${LINE} items-start! before:order-last before:mt-1 before:text-muted max-sm:before:col-start-3 max-sm:before:row-start-1`}
      >
        {line}
      </summary>
      <div className="space-y-3 px-4 pb-3 pl-11 sm:px-5 sm:pl-12">
        <Seen seen={rest} />
        {cure && (
          <a
            href={cure.href}
            className="inline-flex min-h-8 items-center text-sm text-accent hover:underline"
          >
            {cure.text}
          </a>
        )}
        <TestMail step={step} />
      </div>
    </details>
  );
}

/** The state, what it is, one sentence, and the arrow if there is more. */
const LINE =
  'grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 px-4 py-2.5 text-sm sm:grid-cols-[auto_--spacing(48)_minmax(0,1fr)_auto] sm:px-5';

async function OpenStep({ step }: { step: StepView }) {
  const t = await getTranslations('Setup');
  return (
    <article className={`space-y-2 px-4 py-3.5 sm:px-5 ${step.isNext ? 'bg-sunken' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={step.state.tone} label={step.state.label} />
        <h3 className="min-w-0 font-semibold">{step.title}</h3>
        {step.isNext && <span className="text-sm font-semibold text-accent">{t('next')}</span>}
      </div>
      {step.causes.length > 0 && (
        <ul className="max-w-prose space-y-2 text-sm wrap-anywhere">
          {step.causes.map(({ code, what, todo }) => (
            <li key={code}>
              <p dir="auto">{what}</p>
              <p dir="auto">
                <span className="font-semibold">{t('whatToDo')}</span> {todo}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Seen seen={step.seen} />
      {step.cure && (
        <LinkButton href={step.cure.href} size="small" className="max-sm:min-h-11">
          {step.cure.text}
        </LinkButton>
      )}
      <TestMail step={step} />
    </article>
  );
}

/** The maximum number of unfolded lines. */
const FEW = 5;

function Seen({ seen }: Pick<StepView, 'seen'>) {
  if (seen.length === 0) return null;
  return (
    <div className="max-w-prose text-sm wrap-anywhere text-muted">
      {seen.map(({ text, items, show }) => (
        <div key={text}>
          <p dir="auto">{text}</p>
          {items.length > FEW ? (
            <details>
              <summary className="min-h-8 w-fit text-accent hover:underline">{show}</summary>
              <Items items={items} />
            </details>
          ) : (
            items.length > 0 && <Items items={items} />
          )}
        </div>
      ))}
    </div>
  );
}

function Items({ items }: { items: string[] }) {
  return (
    <ul className="list-disc pb-1 pl-5">
      {items.map((item) => (
        <li key={item} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  );
}

async function TestMail({ step: { testMail } }: { step: StepView }) {
  const t = await getTranslations('Setup');
  if (testMail === undefined) return null;
  return (
    <ActionForm command="mail">
      <SubmitButton className="max-w-full whitespace-normal! wrap-anywhere">
        {t('sendMail', { email: testMail })}
      </SubmitButton>
    </ActionForm>
  );
}
