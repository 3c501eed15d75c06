/**
 * Usual last names, folded, that stand behind a hyphen only in the last name of a couple or of somebody married. Of any
 * other word nobody can tell: "Karl Brandt-Termin" is about Karl Brandt. So what is also a thing or a place is left out,
 * such as Koch, Bauer and Berg.
 */
const LAST_NAMES: ReadonlySet<string> = new Set(
  `
  mueller muller meier meyer maier mayer schmidt schmitt schmitz schneider fischer weber wagner becker schulz schulze
  schultz hoffmann hofmann schaefer schafer schroeder schroder neumann zimmermann krueger kruger hartmann 
  lehmann schmid huber herrmann koehler kohler scholz moeller moller jahn schubert
       winkler baumann schumacher boehm bohm 
  ziegler kuhn kuehn pohl bergmann voigt pfeiffer wolff seidel 
  andersson johansson karlsson nilsson eriksson larsson olsson persson hansen johansen olsen larsen andersen pedersen
  nielsen jensen christensen rasmussen soerensen sorensen jansen janssen bakker visser
  smith jones williams taylor davies wilson evans johnson roberts thompson robinson hughes edwards
  garcia fernandez gonzalez rodriguez lopez martinez sanchez perez gomez jimenez hernandez ramirez torres
  silva santos ferreira pereira oliveira costa rodrigues sousa fernandes goncalves gomes almeida
  dupont durand dubois moreau lefebvre leroy roux bertrand morel fournier girard rousseau 
  rossi russo ferrari esposito bianchi romano colombo ricci 
  nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a folded word is a last name and nothing else. */
export const isUsualLastName = (word: string): boolean => LAST_NAMES.has(word);
