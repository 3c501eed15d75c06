import { getDomain } from 'tldts';

/** Longer texts are no addresses. */
const MAX_LENGTH = 500;

/** Mailboxes that anyone can get, under any suffix: `yahoo.co.jp`, `gmx.at`. */
const MAIL_FAMILIES = new Set(
  `aol bluewin exciteco freemail gmail gmx googlemail hotmail icloud inbox laposte libero live mail mailbox msn
  naver outlook proton protonmail rediffmail rocketmail tutanota tuta yahoo yandex ymail zohomail`.split(
    /\s+/,
  ),
);

/** The same under one suffix, sites on which many companies have their page, and names that stand for any. */
const SHARED = new Set(
  `me.com mac.com pm.me hey.com fastmail.com fastmail.fm hushmail.com qq.com 163.com 126.com sina.com zoho.com
  web.de t-online.de freenet.de arcor.de online.de 1und1.de posteo.de posteo.net vodafone.de email.de kabelmail.de
  a1.net aon.at chello.at hispeed.ch sunrise.ch
  orange.fr wanadoo.fr free.fr sfr.fr neuf.fr bbox.fr numericable.fr
  telefonica.net terra.es ono.com movistar.es terra.com.br uol.com.br bol.com.br ig.com.br globo.com r7.com
  sapo.pt clix.pt netcabo.pt prodigy.net.mx
  docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp
  plala.or.jp excite.co.jp goo.jp
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com
  virginmedia.com ntlworld.com talktalk.net shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au
  facebook.com instagram.com linkedin.com twitter.com x.com xing.com youtube.com tiktok.com google.com github.com
  linktr.ee example.com example.net example.org`.split(/\s+/),
);

/**
 * The registrable domain of a web address or an email address, which identifies a company; undefined if there
 * is none, or if it is shared by many: of a mailbox that anyone can get, or of a network of profiles.
 */
export function toDomainKey(text: string): string | undefined {
  const host = hostOf(text.trim());
  // Sites of customers under one provider, such as `shop.myshopify.com`, are companies of their own.
  const domain = host && getDomain(host, { allowPrivateDomains: true });
  if (!domain || SHARED.has(domain) || MAIL_FAMILIES.has(domain.split('.')[0] ?? '')) return undefined;
  return domain;
}

/** In lower case, and as it is sent over the network: `bücher.example` has one spelling. */
function hostOf(text: string): string | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, '') || undefined;
}
