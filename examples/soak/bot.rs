//! The bot's process: started, killed, stopped, and its log.

use std::collections::BTreeMap;
use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::Value;

use crate::program::{House, kill};

/// Set for this program where it is to be the bot.
pub const AS_BOT: &str = "SOAK_AS_BOT";
/// How long a stop may take: what docs/owners.md gives it.
const STOP: Duration = Duration::from_secs(20);

pub struct Bot {
    house: Arc<House>,
    api: String,
    child: Mutex<Option<Child>>,
    pub kills: AtomicU32,
    complaints: Mutex<Vec<String>>,
}

impl Bot {
    pub fn new(house: Arc<House>, api: &str) -> Arc<Self> {
        let (child, complaints) = (Mutex::new(None), Mutex::default());
        Arc::new(Self { house, api: api.to_owned(), child, kills: AtomicU32::new(0), complaints })
    }

    fn command(&self) -> Command {
        let mut program = Command::new(std::env::current_exe().unwrap());
        self.house.settings(&mut program, &self.api).env(AS_BOT, "yes").env("UPCARD_LOG", "json");
        program
    }

    pub fn start(&self) {
        let log = File::options().create(true).append(true).open(self.house.dir().join("log")).unwrap();
        *self.child.lock() = Some(self.command().stdout(Stdio::null()).stderr(log).spawn().unwrap());
    }

    pub fn id(&self) -> u32 {
        self.child.lock().as_ref().map_or(0, Child::id)
    }

    /// `kill -9`, and a new one.
    pub fn replace(&self) {
        if let Some(child) = self.child.lock().as_mut() {
            kill(child);
        }
        self.kills.fetch_add(1, Ordering::Relaxed);
        self.start();
    }

    /// Starts it again where it has ended without being asked to, which is a complaint.
    pub fn look(&self) {
        let ended = self.child.lock().as_mut().and_then(|child| child.try_wait().unwrap());
        if let Some(status) = ended {
            self.complaints.lock().push(format!("the bot ended by itself: {status}"));
            self.start();
        }
    }

    /// Stops it as its owner does. Says what was not as it should be.
    pub async fn end(&self) -> Vec<String> {
        let mut complaints = std::mem::take(&mut *self.complaints.lock());
        let asked = Instant::now();
        let told = Command::new("sh").args(["-c", &format!("kill -TERM {}", self.id())]).status().unwrap();
        assert!(told.success());
        let status = loop {
            if let Some(status) = self.child.lock().as_mut().and_then(|child| child.try_wait().unwrap()) {
                break Some(status);
            }
            if asked.elapsed() > STOP {
                break None;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        println!("stop: {:.1} s after {} kills", asked.elapsed().as_secs_f32(), self.kills.load(Ordering::Relaxed));
        match status {
            Some(status) if status.success() => {}
            Some(status) => complaints.push(format!("asked to stop, the bot ended with {status}")),
            None => {
                complaints.push(format!("asked to stop, the bot was still there after {STOP:?}"));
                self.child.lock().as_mut().map(kill).unwrap_or_default();
            }
        }
        complaints.extend(self.doctor());
        complaints
    }

    /// `upcard doctor` over what is left.
    fn doctor(&self) -> Option<String> {
        let said = self.command().arg("doctor").output().unwrap();
        let words = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
        (!said.status.success()).then(|| format!("doctor finds something wrong:\n{words}"))
    }

    /// What the log holds that it should not.
    pub fn log(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.house.dir().join("log")).unwrap();
        let (mut complaints, mut warnings) = (Vec::new(), BTreeMap::<String, u32>::new());
        for line in text.lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(entry) if entry["level"] == "ERROR" || !entry["fault"].is_null() => complaints.push(line.to_owned()),
                Ok(entry) => {
                    *warnings.entry(entry["message"].as_str().unwrap_or_default().to_owned()).or_default() += 1
                }
                Err(_) => complaints.push(format!("not of the log: {line}")),
            }
        }
        println!("log: {} faults, {} warnings", complaints.len(), warnings.values().sum::<u32>());
        for (words, times) in warnings {
            println!("  {times} × {words}");
        }
        complaints.truncate(20);
        complaints
    }
}
