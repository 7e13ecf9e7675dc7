/** Every address of the app. The server answers these with status 200 and any other page with 404, so its list agrees. */
export const paths = {
  home: '/',
  auth: '/auth',
  signIn: '/signin',
  signUp: '/signup',
  onboarding: '/onboarding',
  payment: '/payment',
  dashboard: '/dashboard',
} as const;

/** The primitives on one page. Exists on a server in development only. */
export const galleryPath = '/dev/gallery';
