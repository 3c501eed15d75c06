import type { Contact } from '@/lib/forms/paste/contact';

/** Texts that agents paste, each with all that it says. Names, numbers and domains are made up or reserved. */
export const SIGNATURES: readonly { name: string; text: string; says: Contact }[] = [
  {
    name: 'English, one thing a line',
    text: `Best regards,

Nora Winters
Head of Operations
Alder Logistics Ltd
T: +44 20 7946 0958
M: +44 7700 900123
nora.winters@alder.example
www.alder.example
12 Harbour Road, Bristol BS1 4XX, United Kingdom`,
    says: {
      firstName: 'Nora',
      lastName: 'Winters',
      fullName: 'Nora Winters',
      jobTitle: 'Head of Operations',
      company: 'Alder Logistics Ltd',
      phone: '+44 20 7946 0958',
      email: 'nora.winters@alder.example',
      website: 'www.alder.example',
      country: 'United Kingdom',
    },
  },
  {
    name: 'American, in one line with separators',
    text: `Sam O'Connor, PhD | VP of Engineering | Birch Systems, Inc.
(415) 555-0132 | sam.oconnor@birch.example | https://birch.example/
500 Main St, Springfield, USA
Sent from my iPhone`,
    says: {
      firstName: 'Sam',
      lastName: "O'Connor",
      fullName: "Sam O'Connor",
      jobTitle: 'VP of Engineering',
      company: 'Birch Systems, Inc.',
      phone: '(415) 555-0132',
      email: 'sam.oconnor@birch.example',
      website: 'https://birch.example/',
      country: 'USA',
    },
  },
  {
    name: 'German, with fax and register',
    text: `Mit freundlichen Grüßen

Dr. Jörg von der Heide
Leiter Vertrieb

Erlenwerk GmbH & Co. KG
Hauptstraße 5 · D-80331 München · Deutschland
Tel.: 089 / 123 456-78
Fax: 089 / 123 456-79
Mobil: 0171 1234567
E-Mail: j.vonderheide@erlenwerk.example
Internet: www.erlenwerk.example
Geschäftsführer: Petra Beispiel, Amtsgericht München HRA 12345, USt-IdNr. DE123456789`,
    says: {
      firstName: 'Jörg',
      lastName: 'von der Heide',
      fullName: 'Jörg von der Heide',
      jobTitle: 'Leiter Vertrieb',
      company: 'Erlenwerk GmbH & Co. KG',
      phone: '089 / 123 456-78',
      email: 'j.vonderheide@erlenwerk.example',
      website: 'www.erlenwerk.example',
      country: 'Deutschland',
    },
  },
  {
    name: 'French, with a capital family name',
    text: `Bien cordialement,

Jean DUPONT
Directeur commercial
Aulne Conseil SARL
Tél. : 01 99 00 12 34
jean.dupont@aulne.example
12, rue des Lilas
75001 Paris
France
SIRET 123 456 789 00012`,
    says: {
      firstName: 'Jean',
      lastName: 'DUPONT',
      fullName: 'Jean DUPONT',
      jobTitle: 'Directeur commercial',
      company: 'Aulne Conseil SARL',
      phone: '01 99 00 12 34',
      email: 'jean.dupont@aulne.example',
      country: 'France',
    },
  },
  {
    name: 'Spanish, with labels',
    text: `Saludos cordiales,
María García
Gerente de Compras
Aliso Soluciones S.L.
Móvil: +34 600 123 456
Correo: maria.garcia@aliso.example
Web: aliso.example
Madrid, España`,
    says: {
      firstName: 'María',
      lastName: 'García',
      fullName: 'María García',
      jobTitle: 'Gerente de Compras',
      company: 'Aliso Soluciones S.L.',
      phone: '+34 600 123 456',
      email: 'maria.garcia@aliso.example',
      website: 'aliso.example',
      country: 'España',
    },
  },
  {
    name: 'Portuguese',
    text: `Atenciosamente,

João da Silva
Engenheiro de Software
Amieiro Tecnologia Ltda
Tel: (11) 5555-0123
joao.silva@amieiro.example
São Paulo - Brasil
CNPJ 12.345.678/0001-90`,
    says: {
      firstName: 'João',
      lastName: 'da Silva',
      fullName: 'João da Silva',
      jobTitle: 'Engenheiro de Software',
      company: 'Amieiro Tecnologia Ltda',
      phone: '(11) 5555-0123',
      email: 'joao.silva@amieiro.example',
      country: 'Brasil',
    },
  },
  {
    name: 'Japanese, in full width',
    text: `よろしくお願いいたします。
--
株式会社ハンノキ
営業部 部長
山田 太郎
〒100-0001 東京都千代田区千代田1-1
TEL：03-1234-5678
FAX：03-1234-5679
taro.yamada@hannoki.example
https://www.hannoki.example`,
    says: {
      firstName: '太郎',
      lastName: '山田',
      fullName: '山田 太郎',
      jobTitle: '営業部 部長',
      company: '株式会社ハンノキ',
      phone: '03-1234-5678',
      email: 'taro.yamada@hannoki.example',
      website: 'https://www.hannoki.example',
    },
  },
  {
    name: 'a company known by the domain of the address only',
    text: `Anna Larsson
Sales Manager
Rowan Foods
anna@rowanfoods.example
+46 8 123 456 78`,
    says: {
      firstName: 'Anna',
      lastName: 'Larsson',
      fullName: 'Anna Larsson',
      jobTitle: 'Sales Manager',
      company: 'Rowan Foods',
      phone: '+46 8 123 456 78',
      email: 'anna@rowanfoods.example',
    },
  },
  {
    name: 'a title with its employer',
    text: `Liam Murphy
CTO at Hazel Labs
liam@hazel.example
linkedin.com/in/liam`,
    says: {
      firstName: 'Liam',
      lastName: 'Murphy',
      fullName: 'Liam Murphy',
      jobTitle: 'CTO',
      company: 'Hazel Labs',
      email: 'liam@hazel.example',
    },
  },
  {
    name: 'Austrian, in two columns',
    text: `--
Maximilian Huber | Geschäftsführer
Eiche Digital GmbH
Musterweg 12, 1010 Wien, Österreich
t: +43 (0)1 234 5678 | m: +43 664 1234567
max@eiche.example | https://eiche.example
FN 123456a | UID: ATU12345678`,
    says: {
      firstName: 'Maximilian',
      lastName: 'Huber',
      fullName: 'Maximilian Huber',
      jobTitle: 'Geschäftsführer',
      company: 'Eiche Digital GmbH',
      phone: '+43 (0)1 234 5678',
      email: 'max@eiche.example',
      website: 'https://eiche.example',
      country: 'Österreich',
    },
  },
  {
    name: 'American, with an extension and small print',
    text: `Priya Raman
Senior Account Executive
Willow & Sons Inc
Direct: +1 (212) 555-0147 x204
priya.raman@willow.example
CONFIDENTIALITY NOTICE: This email and its 2 attachments are meant for the person named above only.`,
    says: {
      firstName: 'Priya',
      lastName: 'Raman',
      fullName: 'Priya Raman',
      jobTitle: 'Senior Account Executive',
      company: 'Willow & Sons Inc',
      phone: '+1 (212) 555-0147 x204',
      email: 'priya.raman@willow.example',
    },
  },
  {
    name: 'French, with dashes',
    text: `Cordialement,
Mme Claire Lefèvre
Responsable des achats
SAS Bouleau
1 place du Marché – 69002 Lyon – France
Tél : +33 (0)4 99 00 11 22 – Portable : 06 99 00 11 22
c.lefevre@bouleau.example – www.bouleau.example`,
    says: {
      firstName: 'Claire',
      lastName: 'Lefèvre',
      fullName: 'Claire Lefèvre',
      jobTitle: 'Responsable des achats',
      company: 'SAS Bouleau',
      phone: '+33 (0)4 99 00 11 22',
      email: 'c.lefevre@bouleau.example',
      website: 'www.bouleau.example',
      country: 'France',
    },
  },
  {
    name: 'Mexican, with an extension',
    text: `Lic. Ana Torres
Directora Comercial
Sauce Energía S.A. de C.V.
Tel. +52 55 1234 5678 Ext. 101
atorres@sauce.example
Ciudad de México, México`,
    says: {
      firstName: 'Ana',
      lastName: 'Torres',
      fullName: 'Ana Torres',
      jobTitle: 'Directora Comercial',
      company: 'Sauce Energía S.A. de C.V.',
      phone: '+52 55 1234 5678 Ext. 101',
      email: 'atorres@sauce.example',
      country: 'México',
    },
  },
  {
    name: 'Japanese, with wide spaces and a reading',
    text: `―――――――――――
株式会社しらかば　開発本部
マネージャー　佐藤 花子（さとう はなこ）
Tel: 06-1234-5678 / Mobile: 090-1234-5678
hanako.sato@shirakaba.example`,
    says: {
      firstName: '花子',
      lastName: '佐藤',
      fullName: '佐藤 花子',
      jobTitle: 'マネージャー',
      company: '株式会社しらかば',
      phone: '06-1234-5678',
      email: 'hanako.sato@shirakaba.example',
    },
  },
  {
    name: 'the company first, in capitals, and the title beside the name',
    text: `ROWAN FOODS
Anna Larsson, Purchasing
anna.larsson@rowan-foods.example`,
    says: {
      firstName: 'Anna',
      lastName: 'Larsson',
      fullName: 'Anna Larsson',
      jobTitle: 'Purchasing',
      company: 'ROWAN FOODS',
      email: 'anna.larsson@rowan-foods.example',
    },
  },
  {
    name: 'an address and a number alone',
    text: 'info@alder.example, dot@alder.example, +44 20 7946 0958',
    says: { email: 'dot@alder.example', phone: '+44 20 7946 0958' },
  },
  {
    name: 'a vCard 3.0 with folded lines, groups and a fax',
    text: `BEGIN:VCARD
VERSION:3.0
N:Winters;Nora;;Dr.;
FN:Dr. Nora Winters
ORG:Alder Logistics
  Ltd;Operations
TITLE:Head of Operations\\, North
item1.EMAIL;TYPE=INTERNET:nora@home.example
item2.EMAIL;TYPE=INTERNET,WORK,PREF:nora.winters@alder.example
TEL;TYPE=WORK,FAX:+44 20 7946 0959
TEL;TYPE=CELL:+44 7700 900123
TEL;TYPE=WORK,VOICE:+44 20 7946 0958
URL:https://alder.example
ADR;TYPE=WORK:;;12 Harbour Road;Bristol;;BS1 4XX;United Kingdom
PHOTO;ENCODING=b;TYPE=JPEG:${'AbCd'.repeat(500)}
END:VCARD
BEGIN:VCARD
FN:Somebody Else
END:VCARD`,
    says: {
      firstName: 'Nora',
      lastName: 'Winters',
      fullName: 'Dr. Nora Winters',
      company: 'Alder Logistics Ltd',
      jobTitle: 'Head of Operations, North',
      email: 'nora.winters@alder.example',
      phone: '+44 20 7946 0958',
      website: 'https://alder.example',
      country: 'United Kingdom',
    },
  },
  {
    name: 'a vCard 2.1 in quoted-printable',
    text: `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=
=C3=BCller
ORG;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:B=E4ckerei Erle
TEL;WORK;VOICE:089 123456
EMAIL;PREF;INTERNET:joerg@erle.example
END:VCARD`,
    says: {
      firstName: 'Jörg',
      lastName: 'Müller',
      fullName: 'Jörg Müller',
      company: 'Bäckerei Erle',
      phone: '089 123456',
      email: 'joerg@erle.example',
    },
  },
  {
    name: 'a vCard 4.0 without a divided name',
    text: `BEGIN:VCARD
VERSION:4.0
FN:Jan van der Berg
TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+31-20-123-4567;ext=12
EMAIL:jan@els.example
END:VCARD`,
    says: {
      firstName: 'Jan',
      lastName: 'van der Berg',
      fullName: 'Jan van der Berg',
      phone: '+31-20-123-4567 ext. 12',
      email: 'jan@els.example',
    },
  },
  {
    name: 'a MECARD',
    text: 'MECARD:N:Winters,Nora;ORG:Alder\\; Logistics;TEL:+442079460958;EMAIL:nora@alder.example;URL:https\\://alder.example;ADR:,,12 Harbour Road,Bristol,,BS1,United Kingdom;;',
    says: {
      firstName: 'Nora',
      lastName: 'Winters',
      fullName: 'Nora Winters',
      company: 'Alder; Logistics',
      phone: '+442079460958',
      email: 'nora@alder.example',
      website: 'https://alder.example',
      country: 'United Kingdom',
    },
  },
];
