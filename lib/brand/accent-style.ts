import { accentOf } from './palette';

/**
 * The stylesheet that replaces the default accent's tokens (app/tokens.css) by those of a color.
 *
 * @throws {RangeError} if it is not a color
 */
export function accentStyle(color: string): string {
  const { light, dark } = accentOf(color);
  const steps = light.steps.map(
    (step, index) => `--accent-${index + 1}:light-dark(${step},${dark.steps[index]})`,
  );
  const declarations = [
    ...steps,
    `--accent-edge:light-dark(${light.edge},${dark.edge})`,
    `--on-accent:light-dark(${light.onSolid},${dark.onSolid})`,
  ];
  // Stronger than app/tokens.css, wherever this is in the page.
  return `html:root,html [data-theme]{${declarations.join(';')}}`;
}
