import type { AnswerLabels, AnswerPart } from './answer-text';
import { isInstant, isRealDate, isWallTime } from './dates';
import type { Answer, FieldKind } from './field';
import {
  choiceMessages,
  dayMessages,
  type MessagesOf,
  momentMessages,
  numberMessages,
  textMessages,
  yesNoMessages,
} from './messages';
import {
  asText,
  type Choosable,
  readChoice,
  readChoices,
  readDate,
  readFlag,
  readMoment,
  readStoredNumber,
} from './read-value';

type Kind = {
  /**
   * Type names found in portals, in lower case and without `_`, `-` and spaces. The interface names none (section 2.2), so
   * the list is generous.
   */
  names: string;
  /** The most characters where the portal has no limit: generous, but no post may be unbounded. */
  cap?: number;
  messages: MessagesOf;
  /** A value of the service as an answer: as text, if it does not fit. Never null, '' or []. */
  read: (value: unknown, field: Choosable) => Answer;
  /** One stored value in words; one that does not fit is shown verbatim. */
  format: (value: string, labels: KindLabels) => AnswerPart;
};

type KindLabels = AnswerLabels & { currency?: string };

/** Nobody writes a time like this by hand: it is one of a kind that this desk does not know. */
const formatText: Kind['format'] = (value, labels) =>
  value.charAt(10) === 'T' ? formatMoment(value, labels) : { text: value };

/** To the second only where there are seconds: two times that differ must not look the same. */
const formatMoment: Kind['format'] = (value, { formats }) => {
  if (isWallTime(value)) return { text: formats.wallTime(value) };
  if (!isInstant(value)) return { text: value };
  const hasSeconds = Date.parse(value) % 60_000 >= 1_000;
  const moment = hasSeconds ? formats.preciseMoment(value) : formats.moment(value);
  return { text: moment.text, moment };
};

/** A number that a double would change stays as it was sent. */
const formatNumber =
  (write: (number: number, labels: KindLabels) => string): Kind['format'] =>
  (value, labels) => {
    const number = readStoredNumber(value);
    return { text: typeof number === 'number' ? write(number, labels) : number };
  };

/** Only addresses that a browser opens as a page: never `javascript:` and similar. */
const isWebAddress = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value);

const TEXT = { messages: textMessages(), read: asText, format: formatText };
const NUMBER = {
  messages: numberMessages('numberFormat'),
  read: readStoredNumber,
  format: formatNumber((number, { formats }) => formats.number(number)),
};

/**
 * What the server knows of each kind. What a browser's form needs is elsewhere, so that it loads nothing else: the rules in
 * `rules.ts`, the keyboard in `components/forms/fields/text-fields.tsx`.
 */
export const KINDS: Record<FieldKind, Kind> = {
  text: {
    ...TEXT,
    names:
      'text string shorttext singleline singlelinetext singletext plaintext varchar textfield input freetext str line',
    cap: 10_000,
  },
  'long-text': {
    ...TEXT,
    names:
      'longtext textlong textarea longtextarea multiline multilinetext paragraph richtext html memo note notes',
    cap: 100_000,
  },
  email: {
    ...TEXT,
    names: 'email emailaddress mail',
    cap: 254,
    messages: textMessages('emailFormat'),
    format: (value) => ({ text: value, href: `mailto:${value}` }),
  },
  phone: {
    ...TEXT,
    names: 'phone phonenumber telephone tel mobile mobilephone fax',
    cap: 50,
    messages: textMessages('phoneFormat'),
    format: (value) => ({ text: value, href: `tel:${value.replace(/[^\d+]/g, '')}` }),
  },
  url: {
    ...TEXT,
    names: 'url link website uri hyperlink weburl webaddress',
    cap: 2048,
    messages: textMessages('urlFormat'),
    format: (value) => (isWebAddress(value) ? { text: value, href: value } : { text: value }),
  },
  number: {
    ...NUMBER,
    names: 'number decimal double float numeric real',
  },
  currency: {
    ...NUMBER,
    names: 'currency money amount price monetary',
    messages: numberMessages('amountFormat'),
    format: formatNumber((number, { formats, currency }) => formats.money(number, currency)),
  },
  percent: {
    ...NUMBER,
    names: 'percent percentage',
    format: formatNumber((number, { formats }) => formats.percent(number)),
  },
  integer: {
    ...NUMBER,
    names: 'integer int long bigint wholenumber smallint count',
    messages: numberMessages('integerFormat'),
  },
  boolean: {
    names: 'boolean bool checkbox yesno truefalse toggle switch flag booleancheckbox',
    messages: yesNoMessages,
    read: (value) => readFlag(value) ?? asText(value),
    format: (value, { yes, no }) => ({ text: value === 'true' ? yes : value === 'false' ? no : value }),
  },
  date: {
    names: 'date dateonly localdate day calendardate',
    messages: dayMessages,
    read: readDate,
    format: (value, { formats }) => ({ text: isRealDate(value) ? formats.day(value) : value }),
  },
  'date-time': {
    names: 'datetime timestamp dateandtime datetimelocal datetimetz instant',
    messages: momentMessages,
    read: readMoment,
    format: formatMoment,
  },
  picklist: {
    names:
      'picklist select dropdown dropdownlist enum enumeration choice choices singleselect singlechoice singlepicklist ' +
      'radio radiobutton radiobuttons radiogroup option options optionset list listofvalues combobox selectone',
    cap: 10_000,
    messages: choiceMessages('selectRequired', 'replaceRetired'),
    read: readChoice,
    format: formatText,
  },
  'multi-picklist': {
    names:
      'multipicklist picklistmulti multiselect multiselectpicklist multiselectlist multiselectdropdown multiselectoptionset ' +
      'multichoice multiplechoice multienum multioptionset multilist multivalue checkboxes checkboxgroup checkboxlist ' +
      'selectmany tags',
    cap: 10_000,
    messages: choiceMessages('selectSome', 'removeRetired'),
    read: readChoices,
    format: formatText,
  },
};
