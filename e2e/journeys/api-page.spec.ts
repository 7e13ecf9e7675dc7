import { expect, test } from '../earshot';
import { findAccessibilityViolations, collectComplaints } from '../page-checks';

test('the API page tells what each call answers', async ({ page }) => {
  const complaints = collectComplaints(page);
  await page.goto('/api/docs');

  const readiness = page.getByRole('group').filter({ hasText: '/readyz' });
  await readiness.getByText('/readyz').click();

  await expect(readiness.getByRole('heading', { name: 'Response 503' })).toBeVisible();
  await expect(readiness.getByLabel('Response 200')).toContainText('"database": string');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
