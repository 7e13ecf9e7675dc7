//! The rules of the sample posts, checked for every file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;

use super::*;

#[test]
fn every_file_can_be_read() {
    let mut problems = Vec::new();
    for (file, text) in files() {
        match read(&text) {
            Err(complaints) => {
                problems.extend(complaints.iter().map(|one| format!("{file}: {one}")));
            }
            Ok(community) if file != format!("{}.txt", community.name.to_lowercase()) => {
                problems.push(format!("{file} is about r/{}", community.name));
            }
            Ok(_) => {}
        }
    }

    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn there_are_hundreds_of_posts_in_many_communities() {
    let communities = communities(&[]);
    let posts: usize = communities.iter().map(|one| one.posts.len()).sum();

    assert!(communities.len() >= 25, "{} communities", communities.len());
    assert!(posts >= 400, "{posts} posts");
}

#[test]
fn there_is_something_of_every_kind() {
    let communities = communities(&[]);
    let posts = || communities.iter().flat_map(|community| &community.posts);

    for intent in INTENTS {
        assert!(posts().any(|post| post.intent == intent), "{intent}");
    }
    for noise in NOISES {
        let is_it = |post: &PostSource| post.noise.as_deref() == Some(noise);
        assert!(posts().any(is_it), "{noise}");
    }
    assert!(posts().any(|post| post.deleted.is_some()));
    assert!(posts().any(|post| post.edited.is_some()));
    assert!(posts().any(|post| post.link.is_some()));
    assert!(posts().any(|post| matches!(post.appears, Arrival::After(_))));
}

#[test]
fn each_sample_company_has_leads_near_misses_and_few_posts_that_name_it() {
    let posts = sample_posts(&[]);
    for company in ["paperlark", "cragdesk", "millstead"] {
        let is_marked = |marks: &[String]| marks.iter().any(|mark| mark == company);
        let leads = posts.iter().filter(|post| is_marked(&post.lead_for));
        let near = posts.iter().filter(|post| is_marked(&post.near_for));
        let (leads, near) = (leads.count(), near.count());
        assert!(leads >= 40, "{company}: {leads} leads");
        assert!(near >= 60, "{company}: {near} near misses");
        let names = |post: &PostSource| {
            let comments = post.comments.iter().map(|comment| comment.body.as_str());
            let mut texts = comments.chain([post.title.as_str(), post.body.as_str()]);
            texts.any(|text| text.to_lowercase().contains(company))
        };
        let communities = communities(&[]);
        let all = communities.iter().flat_map(|community| &community.posts);
        let naming = all.filter(|post| names(post)).count();
        assert!(
            (1..=15).contains(&naming),
            "{company} is named {naming} times"
        );
    }
}

/// A fifth of the shorter one's runs of five words; quoting a line is fine, copying is not.
#[test]
fn no_two_posts_say_the_same() {
    let mut runs: Vec<(String, BTreeSet<Vec<String>>)> = Vec::new();
    for (file, text) in files() {
        for post in read(&text).into_iter().flat_map(|one| one.posts) {
            let place = format!("{file}: {}", post.title);
            runs.push((
                place,
                five_word_runs(&format!("{} {}", post.title, post.body)),
            ));
        }
    }
    let mut holders: HashMap<&Vec<String>, Vec<usize>> = HashMap::new();
    for (number, (_, runs)) in runs.iter().enumerate() {
        for run in runs {
            holders.entry(run).or_default().push(number);
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for holders in holders.values() {
        for (place, first) in holders.iter().enumerate() {
            for second in &holders[place + 1..] {
                *shared.entry((*first, *second)).or_default() += 1;
            }
        }
    }

    let too_alike: Vec<String> = shared
        .into_iter()
        .filter(|((a, b), count)| count * 5 > runs[*a].1.len().min(runs[*b].1.len()))
        .map(|((a, b), _)| format!("{} and {}", runs[a].0, runs[b].0))
        .collect();
    assert!(too_alike.is_empty(), "{}", too_alike.join("\n"));
}

/// A person may be a regular of a few communities; the same name is no crowd.
#[test]
fn names_are_few_peoples() {
    let mut titles = BTreeSet::new();
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for community in communities(&[]) {
        for post in &community.posts {
            let title = (community.name.clone(), post.title.clone());
            assert!(titles.insert(title), "{} twice", post.title);
            let people = post.comments.iter().map(|comment| &comment.author);
            for person in people.chain([&post.author]) {
                let places = places.entry(person.clone()).or_default();
                places.insert(community.name.clone());
            }
        }
    }

    let everywhere: Vec<_> = places
        .iter()
        .filter(|(_, places)| places.len() > 4)
        .collect();
    assert!(everywhere.is_empty(), "{everywhere:?}");
    let regulars = places.values().filter(|places| places.len() > 1).count();
    assert!(
        regulars * 10 < places.len(),
        "{regulars} of {}",
        places.len()
    );
}

#[test]
fn comments_are_younger_than_what_they_answer() {
    let mut problems = Vec::new();
    for (file, text) in files() {
        for post in read(&text).into_iter().flat_map(|one| one.posts) {
            let Arrival::Before(post_age) = post.appears else {
                continue;
            };
            let mut ages = vec![post_age];
            for comment in &post.comments {
                ages.truncate(comment.level + 1);
                if ages.last().is_some_and(|answered| comment.age > *answered) {
                    problems.push(format!("{file}: {} in {}", comment.author, post.title));
                }
                ages.push(comment.age);
            }
        }
    }

    assert!(
        problems.is_empty(),
        "older than what they answer: {problems:?}"
    );
}

#[test]
fn complaints_name_the_line() {
    let good = "# r/tea\ntitle: Tea\nabout: Tea.\nsubscribers: 9\nrule: A | b\nrule: C | d\n\n\
        ## Which pot?\nby: ada_l\nage: 5h\nscore: 3\nintent: buying\n\nA pot.\n\n\
        @ bob_b 4h 2\nThis one.\n@> ada_l 3h 1\nThanks.\n";
    let community = read(good).unwrap();
    assert_eq!(community.posts[0].comments[1].level, 1);

    check(
        good,
        "age: 5h",
        "age: soon",
        "line 10: age is no time such as 5h: \"soon\"",
    );
    check(
        good,
        "by: ada_l",
        "by: Ada L",
        "line 9: a post has no such by: \"Ada L\"",
    );
    check(
        good,
        "score: 3\n",
        "",
        "line 8: a post has by, age or arrives, score and intent",
    );
    check(
        good,
        "@> ada",
        "@>> ada",
        "line 18: a reply is one level below what it answers",
    );
    check(
        good,
        "Thanks.",
        "Thanks.\n\nBye.",
        "line 21: this belongs to no post: \"Bye.\"",
    );
    check(
        good,
        "rule: C | d",
        "rule: C",
        "line 6: a rule is `name | description`",
    );
    check(
        good,
        "A pot.",
        "",
        "line 8: a post has either a body or a link",
    );
    check(
        good,
        "# r/tea",
        "tea",
        "line 0: a file begins with `# r/` and the community's name",
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_complained_about(text in "([#@>a-z0-9: |\n-]|## |@ ada 5h 2\n|by: ada\n){0,200}") {
        if let Err(complaints) = read(&text) {
            prop_assert!(!complaints.is_empty());
        }
    }
}

fn check(good: &str, part: &str, instead: &str, expected: &str) {
    let complaints = read(&good.replacen(part, instead, 1)).unwrap_err();
    let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
    assert!(complaints.contains(&expected.to_owned()), "{complaints:?}");
}

fn five_word_runs(text: &str) -> BTreeSet<Vec<String>> {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.windows(5).map(<[String]>::to_vec).collect()
}
