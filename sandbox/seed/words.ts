/** What seeded leads are made of. Companies live under `.example`, telephone numbers in ranges kept for fiction. */
export const FIRST_NAMES = [
  'Anna', 'Ben', 'Carla', 'David', 'Elena', 'Farid', 'Greta', 'Hugo', 'Isla', 'Jonas', 'Katrin', 'Liam', 'Marta',
  'Noah', 'Olga', 'Pedro', 'Quentin', 'Rosa', 'Samir', 'Tessa', 'Ursula', 'Viktor', 'Wanda', 'Yusuf', 'Zoe',
];

export const LAST_NAMES = [
  'Almeida', 'Bauer', 'Clarke', 'Dubois', 'Eriksen', 'Fischer', 'García', 'Hughes', 'Ivanova', 'Jensen', 'Kowalski',
  'Laurent', 'Müller', 'Nowak', 'O’Neill', 'Petrov', 'Quinn', 'Rossi', 'Schmidt', 'Takahashi', 'Urban', 'Visser',
  'Walsh', 'Yilmaz', 'Zeman',
];

export const COMPANIES = [
  'Alder Bicycles', 'Baltic Timber', 'Cobalt Foods', 'Dunmore Textiles', 'Elmfield Dental', 'Fenwick Tools',
  'Glasshouse Hotels', 'Hollis Freight', 'Ironbridge Cranes', 'Juniper Clinics', 'Kestrel Outdoor', 'Lakeside Brewery',
  'Meridian Lighting', 'Norden Furniture', 'Oakwell Schools', 'Peregrine Media', 'Quarry Lane Homes', 'Rowan Pharmacy',
  'Saltmarsh Seafood', 'Thistle Garden Centres', 'Umber Ceramics', 'Vale Energy', 'Westgate Optics', 'Yarrow Cosmetics',
];

export const NOTES = [
  'Met at the trade fair in spring. Wants to see a demo with two colleagues from finance.',
  'Current contract ends this year.\nAsked for a quotation in two variants: with and without training.',
  'Referred by an existing customer. Prefers to be called in the morning.',
  'Large team, many branches. The decision is taken by the board.',
  'Looked at a competitor last month and found it too complicated.',
  'Small budget this year, more next year.',
];

export const NEXT_STEPS = ['Send the quotation', 'Arrange a demo', 'Wait for the board', 'Call again', 'Check references'];
export const ACCOUNT_MANAGERS = ['Helen Marsh', 'Oscar Lund', 'Nadia Ferrari'];
