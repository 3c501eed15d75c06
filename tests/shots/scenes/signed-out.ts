import { expect, type Scene, scenesOf } from '../scene';

/** Pages of people who are not signed in, or who belong to no organization yet. */
export const SIGNED_OUT: readonly Scene[] = [
  ...scenesOf({}, [
    { id: 'sign-in', open: '/signin' },
    {
      id: 'sign-in-wrong-email',
      open: async ({ page }) => {
        await page.goto('/signin');
        await page.getByLabel(/email address/i).fill('nobody');
        await page.getByRole('button', { name: /link/i }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    {
      id: 'sign-in-sent',
      open: async ({ page }) => {
        await page.goto('/signin');
        await page.getByLabel(/email address/i).fill('someone.new@harbourfinch.example');
        await page.getByRole('button', { name: /link/i }).click();
        await page.waitForURL(/\/signin\/sent/);
      },
    },
    { id: 'sign-in-link-expired', open: '/signin/link?token=expired' },
    { id: 'accessibility-statement', open: '/accessibility' },
    { id: 'not-found', open: '/nothing-here', isError: true },
  ]),
  { id: 'waiting', person: 'Sam Ito', open: '/waiting' },
];
