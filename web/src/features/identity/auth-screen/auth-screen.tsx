import { useState } from 'react';
import { productFacts, soldPlans } from '../../../api/product';
import { TabPanel, Tabs } from '../../../ui/tabs';
import { authMessages } from '../messages';
import { AskLinkForm } from './ask-link-form';
import { AuthFrame, ViewLink } from './auth-frame';
import { GoogleButton } from './google-button';
import { LinkSent } from './link-sent';
import { type AuthFormProps, SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';
import type { AuthNotice, AuthView } from './auth-view';

type AuthScreenProps = {
  view: AuthView;
  onShow: (view: AuthView) => void;
  isGoogleOffered: boolean;
  /** Where mail stays on this machine: the page that shows it. */
  mailboxUrl?: string | undefined;
};

/** Signing in and up, and the mails that belong to it. */
export function AuthScreen({ view, onShow, isGoogleOffered, mailboxUrl }: AuthScreenProps) {
  const [email, setEmail] = useState('');
  // The two passwords share one state: who wants to see what is typed wants it on both tabs.
  const [isPasswordShown, setPasswordShown] = useState(false);
  const google = isGoogleOffered && <GoogleButton from={view.name === 'sign-up' ? 'sign-up' : 'sign-in'} />;
  const form: AuthFormProps = { email, onEmailChange: setEmail, isPasswordShown, onPasswordShownChange: setPasswordShown, onShow, google };
  switch (view.name) {
    case 'sign-in':
    case 'sign-up':
      return <TwoTabs tab={view.name} notice={view.notice} form={form} />;
    case 'ask-link':
      return (
        <AuthFrame>
          <AskLinkForm kind={view.kind} {...form} />
        </AuthFrame>
      );
    case 'link-sent':
      return (
        <AuthFrame footnote="No email? Check your spam folder, or send it again.">
          <LinkSent
            kind={view.kind}
            email={view.email}
            mailboxUrl={mailboxUrl}
            onUseAnother={() => onShow(view.kind === 'signup' ? { name: 'sign-up' } : { name: 'ask-link', kind: view.kind })}
          />
        </AuthFrame>
      );
  }
}

function TwoTabs({ tab, notice, form }: { tab: 'sign-in' | 'sign-up'; notice: AuthNotice | undefined; form: AuthFormProps }) {
  return (
    <AuthFrame footnote={tab === 'sign-in' ? <NewHere onShow={form.onShow} /> : <AlreadyHere onShow={form.onShow} />}>
      <Tabs
        label="Sign in or sign up"
        tabs={[
          { value: 'sign-in', label: 'Sign In' },
          { value: 'sign-up', label: 'Sign Up' },
        ]}
        value={tab}
        onValueChange={(chosen) => form.onShow({ name: chosen })}
      >
        <TabPanel value="sign-in" className={panel}>
          <TabTitle title="Welcome back" about="Sign in to see what people are asking." />
          <SignInForm notice={notice} {...form} />
        </TabPanel>
        <TabPanel value="sign-up" className={panel}>
          <TabTitle title="Create your account" about={authMessages.trialOffer(productFacts().trialInWords, soldPlans().length)} />
          <SignUpForm notice={notice} {...form} />
        </TabPanel>
      </Tabs>
    </AuthFrame>
  );
}

function NewHere({ onShow }: Pick<AuthFormProps, 'onShow'>) {
  return (
    <>
      New here?{' '}
      <ViewLink href="/signup" onFollow={() => onShow({ name: 'sign-up' })}>
        Sign up
      </ViewLink>
      . It takes a minute.
    </>
  );
}

function AlreadyHere({ onShow }: Pick<AuthFormProps, 'onShow'>) {
  return (
    <ViewLink href="/signin" onFollow={() => onShow({ name: 'sign-in' })}>
      Already have an account? Sign in
    </ViewLink>
  );
}

function TabTitle({ title, about }: { title: string; about: string }) {
  return (
    <div className="mt-7 mb-5 grid gap-1 max-md:mt-6">
      <h1 className="text-title max-md:text-xl">{title}</h1>
      <p className="text-foreground-soft max-md:hidden">{about}</p>
    </div>
  );
}

const panel = 'outline-none';
