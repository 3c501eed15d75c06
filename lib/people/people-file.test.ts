import { describe, expect, it } from 'vitest';
import { decodePeopleFile, MAX_FILE_BYTES, readPeopleFile, TEMPLATE } from './people-file';

const HEAD = 'email,name,organizationId,organizationName,agentId,agentName,role';
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('the bytes of a file', () => {
  it('are read as UTF-8, with or without a byte order mark', () => {
    expect(decodePeopleFile(bytes('\uFEFFé,ü'))).toBe('é,ü');
    expect(decodePeopleFile(bytes('é,ü'))).toBe('é,ü');
  });

  it('are read as UTF-16, if a byte order mark says so', () => {
    const file = bytes('\uFEFFé,ü 😀', 'utf16le');
    expect(decodePeopleFile(file)).toBe('é,ü 😀');
    expect(decodePeopleFile(Buffer.from(file).swap16())).toBe('é,ü 😀');
  });

  it.each([
    ['one byte too many', Buffer.alloc(MAX_FILE_BYTES + 1, 'a'), 'too-large'],
    ['a workbook under another name', bytes('PK\u0003\u0004rest'), 'encoding'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'encoding'],
    ['a packed file', Buffer.from('1f8b0800', 'hex'), 'encoding'],
    ['Latin-1', bytes('café', 'latin1'), 'encoding'],
    ['UTF-16 cut in half', bytes('\uFEFFemail', 'utf16le').subarray(0, 5), 'encoding'],
    ['UTF-16 without a mark', bytes('email', 'utf16le'), 'encoding'],
    ['a NUL', bytes('a\0b'), 'encoding'],
  ])('are refused: %s', (_, file, fault) => {
    expect(() => decodePeopleFile(file)).toThrow(expect.objectContaining({ fault }));
  });
});

describe('the text of a file', () => {
  it.each([
    ['an empty file', '', 'no-people', ''],
    ['only the header', HEAD, 'no-people', ''],
    [
      'missing columns',
      'email,name,role\na@x.example,Ada,agent',
      'columns',
      'organizationId, organizationName, agentId, agentName',
    ],
    [
      'columns divided by a sign that nobody uses',
      HEAD.replaceAll(',', '#').concat('\na#b#c#d#e#f#g'),
      'columns',
      'email, name, organizationId, organizationName, agentId, agentName, role',
    ],
    ['a column twice in other letters', `${HEAD}, Email\na,b,c,d,e,f,g,h`, 'columns', 'email'],
    ['a column twice', `${HEAD},email\na,b,c,d,e,f,g,h`, 'columns', 'email'],
    ['a quote that never ends', `${HEAD}\n"ada@x.example,Ada`, 'broken', '2'],
    ['too many lines', `${HEAD}\n${'a,b,c,d,e,f,g\n'.repeat(20_001)}`, 'too-large', ''],
  ])('is refused: %s', async (_, csv, fault, detail) => {
    await expect(readPeopleFile(csv)).rejects.toMatchObject({ fault, detail });
  });

  const GOOD = 'ada@x.example,Ada,o-1,O,a-1,A,agent';
  const shapes = async (...lines: string[]) =>
    (await readPeopleFile([HEAD, ...lines].join('\n'))).map(({ line, isMisshapen }) => [line, isMisshapen]);

  it('may have empty cells at the end of its lines, and lines that are all empty', async () => {
    expect(await shapes(`${GOOD},`, ',,,,,,,,,', `${GOOD},,,`, '', GOOD)).toEqual([
      [2, undefined],
      [4, undefined],
      [6, undefined],
    ]);
    const [line] = await readPeopleFile(`${HEAD},,\n${GOOD}`);
    expect(line?.cells.role).toBe('agent');
  });

  it('with a cell too many or too few is wrong in that line only', async () => {
    expect(await shapes(GOOD, GOOD.replace('Ada', 'Ada,Lovelace'), 'ada@x.example,Ada', GOOD)).toEqual([
      [2, undefined],
      [3, true],
      [4, true],
      [5, undefined],
    ]);
  });

  it('uses the delimiter that divides it most evenly, regardless of cell contents', async () => {
    const many = Array.from({ length: 150 }, (_, n) => `"a;b";"n\t${n}, x";o;"O, and; P";a;A;agent`);
    const read = await readPeopleFile([HEAD.replaceAll(',', ';'), ...many].join('\n'));
    expect(read).toHaveLength(150);
    expect(read[149]).toMatchObject({ line: 151, cells: { email: 'a;b', name: 'n\t149, x' } });
  });

  it('may have its columns in any order, extra columns, and column names that every object inherits', async () => {
    const csv = 'role,toString,__proto__,agentName,agentId,organizationName,organizationId,name,email\n';
    expect(await readPeopleFile(`${csv}agent,x,y,A,a-1,O,o-1,Ada,ada@x.example`)).toEqual([
      {
        line: 2,
        cells: {
          email: 'ada@x.example',
          name: 'Ada',
          organizationId: 'o-1',
          organizationName: 'O',
          agentId: 'a-1',
          agentName: 'A',
          agentEmail: '',
          role: 'agent',
        },
      },
    ]);
  });

  it('may be the template with people added', async () => {
    const saved = bytes(`${TEMPLATE}ada@x.example,Ada,o-1,O,a-1,A,,agent\r\n`);
    expect(await readPeopleFile(decodePeopleFile(saved))).toEqual([
      {
        line: 2,
        cells: {
          email: 'ada@x.example',
          name: 'Ada',
          organizationId: 'o-1',
          organizationName: 'O',
          agentId: 'a-1',
          agentName: 'A',
          agentEmail: '',
          role: 'agent',
        },
      },
    ]);
  });
});
