import { expect, type Scene, scenesOf } from './scene';

/** Pages of people who are not signed in, or who belong to no organization yet. */
export const SIGNED_OUT: readonly Scene[] = [
  ...scenesOf({}, [
    { id: 'sign-in', open: '/signin' },
    {
      id: 'sign-in-wrong-email',
      open: async ({ page, t }) => {
        await page.goto('/signin');
        await page.getByLabel(t('SignIn.mailLabel')).fill('nobody');
        await page.getByRole('button', { name: t('SignIn.mailSend') }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    {
      id: 'sign-in-sent',
      open: async ({ page, t }) => {
        await page.goto('/signin');
        await page.getByLabel(t('SignIn.mailLabel')).fill('someone.new@harbourfinch.example');
        await page.getByRole('button', { name: t('SignIn.mailSend') }).click();
        await page.waitForURL(/\/signin\/sent/);
      },
    },
    { id: 'sign-in-link-expired', open: '/signin/link?token=expired' },
    { id: 'verify', open: '/verify' },
    { id: 'unsubscribed', open: '/unsubscribe?done=1' },
    { id: 'unsubscribe-incomplete', open: '/unsubscribe?token=cut' },
    {
      id: 'verify-invalid',
      open: async ({ page, t }) => {
        await page.goto('/verify#eyJ.incomplete');
        await expect(page.getByText(t('Verify.reason.unreadable'))).toBeVisible();
      },
    },
    { id: 'accessibility-statement', open: '/accessibility' },
    { id: 'not-found', open: '/nothing-here', isError: true },
  ]),
  { id: 'waiting', person: 'Sam Ito', open: '/waiting' },
];
