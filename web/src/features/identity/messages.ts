/** What the authentication screens say. Texts of the spec (§5, §8) stand letter for letter. */
export const authMessages = {
  // Errors of the provider, in our words.
  wrongCredentials: 'Invalid email or password. Please try again.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  alreadyRegistered: 'An account with this email already exists. Please sign in instead.',
  unreachable: 'Earshot cannot be reached. Check your connection and try again.',
  // Sign-up.
  trialOffer: (trialInWords: string, planCount: number) =>
    `${trialInWords.charAt(0).toUpperCase()}${trialInWords.slice(1)} free on ${planCount === 2 ? 'either' : 'every'} plan.`,
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 6 characters long',
  badOrigin: 'Invalid application URL configuration',
  signedUp: 'Check your email to confirm your account! Your profile will be created after you confirm your email address.',
  // Fields that must not be empty; the spec has no words for them.
  nameMissing: 'Please enter your full name',
  emailMissing: 'Please enter your email address',
  emailMalformed: 'Please enter a valid email address, such as ann@company.example',
  passwordMissing: 'Please enter your password',
  confirmationMissing: 'Please confirm your password',
  // Google.
  googleCancelled: 'Google sign-in was cancelled.',
  googleUnverified: 'Google has not verified this email address. Verify it with Google first, or use your email and a password here.',
  googleTaken: 'An account with this email is connected to another Google account. Please use your email and password.',
  googleExpired: 'Google sign-in took too long, or was started in another browser. Please try again.',
  googleLimited: 'Too many sign-ins from your network. Please try again in a few minutes.',
  googleFailed: 'Google sign-in did not work. Please try again, or use your email.',
  // Links from mails.
  linkDead: 'This link has expired or has already been used',
  confirmedElsewhere: 'Your address is confirmed. Please sign in.',
  resetElsewhere: 'Your address is confirmed. Please sign in, or request a link to choose a new password.',
} as const;
