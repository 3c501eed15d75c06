import 'server-only';
import { z } from 'zod';

const MAX_LENGTH = 253;

/** The part after the at sign, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A domain as typed by an admin, with or without the at sign; validated like the domain of an address. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_LENGTH + 1)
  .transform((typed) => typed.replace(/^@/, ''))
  .refine((domain) => z.email().safeParse(`somebody@${domain}`).success);

/** Why a domain is public: anyone can get an address at it, or a domain below it. */
export type PublicDomain = 'mail-provider' | 'suffix';

/** Mail providers with one name under many endings, such as yahoo.com and yahoo.co.uk. */
const FAMILIES =
  /^(?:aol|fastmail|gmx|googlemail|hotmail|hushmail|inbox|live|mailfence|msn|outlook|proton|protonmail|rocketmail|tuta|tutanota|windowslive|yahoo|yandex|ymail|zoho|zohomail)\.(?:com?\.)?[a-z]{2,4}$/;

/** Other common mail providers. Cannot be complete: the page warns about domains that are not listed. */
const PROVIDERS = new Set(
  `
  126.com 139.com 163.com 189.cn aliyun.com foxmail.com qq.com sina.cn sina.com sohu.com yeah.net vip.qq.com
  daum.net hanmail.net nate.com naver.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp nifty.com ocn.ne.jp
  gmail.com icloud.com mac.com me.com mail.com email.com usa.com post.com europe.com consultant.com hey.com pm.me duck.com
  privaterelay.appleid.com mozmail.com simplelogin.com anonaddy.me passmail.net tutamail.com keemail.me startmail.com
  runbox.com posteo.de posteo.net mailbox.org disroot.org riseup.net fastmail.fm sent.com messagingengine.com
  1und1.de arcor.de email.de freenet.de gmx-topmail.de kabelmail.de magenta.de online.de t-online.de vodafone.de
  vodafonemail.de web.de aon.at chello.at drei.at kabsi.at bluemail.ch bluewin.ch hispeed.ch sunrise.ch swissonline.ch
  alice.it alice-dsl.de email.it fastwebnet.it inwind.it iol.it libero.it poste.it tim.it tin.it tiscali.it virgilio.it
  9online.fr bbox.fr club-internet.fr free.fr laposte.net neuf.fr numericable.fr orange.fr sfr.fr wanadoo.fr
  belgacom.net proximus.be scarlet.be skynet.be telenet.be hetnet.nl home.nl kpnmail.nl kpnplanet.nl planet.nl
  quicknet.nl upcmail.nl xs4all.nl ziggo.nl zonnet.nl movistar.es ono.com telefonica.net terra.es euskaltel.net
  clix.pt iol.pt netcabo.pt sapo.pt telepac.pt
  blueyonder.co.uk btinternet.com btopenworld.com mail.co.uk ntlworld.com o2.co.uk sky.com talk21.com talktalk.net
  tiscali.co.uk virginmedia.com eircom.net bigpond.com bigpond.net.au iinet.net.au optusnet.com.au tpg.com.au
  xtra.co.nz slingshot.co.nz bell.net rogers.com shaw.ca sympatico.ca telus.net videotron.ca
  att.net bellsouth.net cableone.net centurylink.net centurytel.net charter.net comcast.net cox.net earthlink.net
  embarqmail.com frontier.com frontiernet.net juno.com mindspring.com netzero.net optonline.net pacbell.net peoplepc.com
  prodigy.net q.com rr.com roadrunner.com sbcglobal.net snet.net spectrum.net swbell.net twc.com verizon.net windstream.net
  bol.com.br globo.com globomail.com ig.com.br oi.com.br r7.com terra.com.br uol.com.br arnet.com.ar fibertel.com.ar
  prodigy.net.mx indiatimes.com rediff.com rediffmail.com sify.com mail.ru bk.ru list.ru internet.ru rambler.ru
  ya.ru i.ua ukr.net meta.ua bigmir.net abv.bg mail.bg atlas.cz centrum.cz email.cz post.cz seznam.cz volny.cz
  azet.sk centrum.sk post.sk zoznam.sk citromail.hu freemail.hu indamail.hu t-online.hu interia.pl o2.pl onet.eu onet.pl
  op.pl poczta.fm poczta.onet.pl tlen.pl wp.pl siol.net mail.ee delfi.lt inbox.lv apollo.lv one.lt
  online.no broadpark.no getmail.no bredband.net comhem.se spray.se telia.com tele2.se jubii.dk mail.dk stofanet.dk
  tdcadsl.dk elisanet.fi kolumbus.fi luukku.com saunalahti.fi suomi24.fi otenet.gr forthnet.gr mail.gr mynet.com ttmail.com
  walla.com walla.co.il netvision.net.il emirates.net.ae eim.ae mweb.co.za telkomsa.net vodamail.co.za webmail.co.za
  10minutemail.com dispostable.com getnada.com guerrillamail.com mailinator.com maildrop.cc sharklasers.com temp-mail.org
  throwawaymail.com trashmail.com yopmail.com
  `
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Second levels under which registries register domains, such as co.uk, com.au and ac.jp. */
const REGISTRY =
  /^(?:ac|asso|co|com|ed|edu|firm|gen|go|gob|gouv|gov|govt|gv|id|ind|info|ltd|me|mil|ne|net|nhs|nom|or|org|plc|police|sch|school|web)\.[a-z]{2}$/;

/** Hosts that give anyone a subdomain. */
const HOSTS = new Set(
  `
  appspot.com azurewebsites.net blogspot.com cloudflare.net cloudfront.net duckdns.org dyndns.org firebaseapp.com fly.dev
  github.io gitlab.io glitch.me herokuapp.com myshopify.com netlify.app ngrok.app ngrok.io no-ip.org nip.io sslip.io
  onmicrosoft.com onrender.com pages.dev railway.app repl.co replit.app run.app squarespace.com surge.sh tumblr.com
  vercel.app web.app weebly.com wixsite.com wordpress.com workers.dev eu.com gb.net uk.com us.com de.com co.com
  `
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/**
 * Why this domain is public, as far as known here. A rule for a public domain would map strangers.
 *
 * @param domain lower case
 */
export function publicDomainOf(domain: string): PublicDomain | undefined {
  if (PROVIDERS.has(domain) || FAMILIES.test(domain)) return 'mail-provider';
  return REGISTRY.test(domain) || HOSTS.has(domain) ? 'suffix' : undefined;
}
