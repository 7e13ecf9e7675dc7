"""Reads the sandbox at an address, and a thread of it, with PRAW; prints what it found as JSON."""

import json
import sys

import praw
import prawcore

url, thread_id = sys.argv[1:]
reddit = praw.Reddit(
    client_id="earshot-sandbox",
    client_secret="sandbox-secret",
    user_agent="python:earshot-contract:1.0.0 (by /u/earshot)",
    reddit_url=url,
    oauth_url=url,
    check_for_updates=False,
)


def failure(name):
    try:
        list(reddit.subreddit(name).new(limit=1))
    except prawcore.PrawcoreException as error:
        return type(error).__name__
    return None


found = list(reddit.subreddit("all").search("late invoice", limit=5))
thread = reddit.submission(thread_id)
thread.comments.replace_more(limit=None)
freelance = reddit.subreddit("freelance")
print(json.dumps({
    "search": [post.id for post in found],
    "newest": [post.id for post in reddit.subreddit("all").new(limit=150)],
    "info": [post.id for post in reddit.info(fullnames=[post.fullname for post in found])],
    "comments": len(thread.comments.list()),
    "rules": len(list(freelance.rules)),
    "subscribers": freelance.subscribers,
    "communities": [one.display_name for one in reddit.subreddits.search("freelance")],
    "remaining": reddit.auth.limits["remaining"],
    "private": failure("sandbox403"),
    "missing": failure("sandbox404"),
}))
